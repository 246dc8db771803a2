import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@tenfold/core';
import { openSqlite, type Store, type StoredEvent } from '@tenfold/store';
import { placeEmptyStore } from '@tenfold/store/testing';
import { onTestFinished } from 'vitest';
import type { Log } from '../log.ts';
import { openTenfold } from '../open-tenfold.ts';
import { secretBox } from '../secret-box.ts';
import type { Tenfold, TenfoldOptions } from '../tenfold.ts';
import type { TurnEvent } from '../turn/turn-event.ts';
import type { TurnRequest } from '../turn/user-message.ts';

/** A Tenfold of its own in a folder of its own, gone when the test is. */
export interface Bench {
  readonly tenfold: Tenfold;
  readonly store: Store;
  readonly file: string;
  readonly logged: { readonly level: string; readonly event: string; readonly facts: JsonObject }[];
  /** Moves the monotonic clock and the one of the wall. */
  pass(ms: number): void;
  /** Takes a turn to its end and gives what happened. */
  say(session: string, text: string, request?: TurnRequest): Promise<readonly TurnEvent[]>;
}

/** Opens a bench. */
export async function bench(options: Partial<TenfoldOptions> = {}): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-session-'));
  const file = join(folder, 'tenfold.db');
  await placeEmptyStore(file);
  const store = await openSqlite(file);
  const logged: Bench['logged'] = [];
  const write =
    (level: string) =>
    (event: string, facts: JsonObject = {}) =>
      void logged.push({ level, event, facts });
  const log: Log = { info: write('info'), warn: write('warn'), error: write('error') };
  let passed = 0;
  const tenfold = await openTenfold({
    store,
    log,
    secrets: secretBox(new Uint8Array(32).fill(7)),
    now: () => Date.now() + passed,
    monotonic: () => performance.now() + passed,
    ...options,
  });
  onTestFinished(async () => {
    await tenfold.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    tenfold,
    store,
    file,
    logged,
    pass: (ms) => {
      passed += ms;
    },
    say: (session, text, request = {}) => collected(tenfold.turns.send(session, { text, ...request })),
  };
}

/** All events of a turn. */
export async function collected(events: AsyncIterable<TurnEvent>): Promise<readonly TurnEvent[]> {
  const all: TurnEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The words of an answer. */
export function answerOf(events: readonly TurnEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.delta : '')).join('');
}

/** How a turn ended. */
export function outcomeOf(events: readonly TurnEvent[]): string {
  const last = events.at(-1);
  return last?.type === 'done' ? last.outcome : 'unfinished';
}

/** Talk of about this many words, different for each number. */
export function talk(number: number, words = 400): string {
  const items = Array.from(
    { length: Math.ceil(words / 9) },
    (_, index) => `Shelf ${number}-${index} holds ${(number * 7 + index) % 97} boxes of part ${index}.`,
  );
  return `Note ${number}. ${items.join(' ')}`;
}

/** What happens to a session behind a number, as it comes, until the test is over. */
export function heardOf(tenfold: Tenfold, session: string, after: number): readonly StoredEvent[] {
  const heard: StoredEvent[] = [];
  const onError = (error: unknown) => {
    throw error;
  };
  onTestFinished(tenfold.events.deliver(session, after, { take: (event) => heard.push(event), onError }));
  return heard;
}
