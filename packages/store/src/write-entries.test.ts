import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Message, openHead, project, textMessage } from '@tenfold/core';
import { generateTranscript } from '@tenfold/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import { openContext } from './context.ts';
import { openSqlite } from './sqlite/open.ts';
import { summaryOf } from './testing/head-laws.ts';
import { turnsDuring } from './testing/turns-during.ts';

async function emptySession() {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-write-entries-'));
  const file = join(folder, 'tenfold.db');
  const store = await openSqlite(file);
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return { store, file, session: (await store.sessions.create({ at: 1 })).id };
}

it('stores calls and results without an id, as files and clients bring them, and pairs none of them', async () => {
  const { store, session } = await emptySession();
  // Believed: this is what a file may hold.
  const without = (part: object) => part as never;
  const entries = [
    { message: textMessage('user', 'Look.') },
    { message: { role: 'assistant', parts: [without({ type: 'tool-call', name: 'look', input: {} })] } as const },
    { message: { role: 'tool', parts: [without({ type: 'tool-result', id: null, output: 'seen' })] } as const },
  ];
  await store.entries.append({ session, entries, at: 2 });
  expect((await store.entries.page(session)).map(({ message }) => message)).toEqual(entries.map(({ message }) => message));
  expect((await store.verify()).damages).toEqual([]);
});

it('shows no number of tokens where what is stored is none', async () => {
  const { store, session } = await emptySession();
  const bills = [-5, 1e300, 7].map((tokens) => ({
    message: textMessage('assistant', 'Hi.'),
    inputTokens: tokens,
    outputTokens: 1,
  }));
  await store.entries.append({ session, entries: bills, at: 2 });
  expect((await store.entries.page(session)).map(({ inputTokens }) => inputTokens)).toEqual([null, null, 7]);
});

it('stores a message with more calls, and one with more results, than a statement takes', async () => {
  const { store, session } = await emptySession();
  const ids = Array.from({ length: 33_000 }, (_, n) => `call ${n}`);
  const entries: { message: Message }[] = [
    {
      message: {
        role: 'assistant',
        parts: ids.slice(0, 7_000).map((id) => ({ type: 'tool-call', name: 'look', id, input: {} })),
      },
    },
    { message: { role: 'tool', parts: ids.map((id) => ({ type: 'tool-result', id, output: 'seen' })) } },
  ];
  await store.entries.append({ session, entries, at: 2 });
  const stored = await store.entries.page(session);
  expect(stored.map(({ message }) => message.parts.length)).toEqual([7_000, 33_000]);
  expect((await store.verify()).damages).toEqual([]);
});

it.each([1, 40])('[C3] ties %i results to calls whose long ids an earlier version indexed as they are', async (count) => {
  const { store, session, file } = await emptySession();
  const ids = Array.from({ length: count }, (_, n) => `${n} ${'long'.repeat(100)}`);
  const parts = ids.map((id) => ({ type: 'tool-call', name: 'look', id, input: {} }) as const);
  const calls = await store.entries.append({ session, entries: [{ message: { role: 'assistant', parts } }], at: 2 });
  const database = new DatabaseSync(file);
  const rows = database.prepare('select call_id from calls order by rowid').all() as { call_id: string }[];
  const rename = database.prepare('update calls set call_id = ? where call_id = ?');
  for (const [at, { call_id }] of rows.entries()) rename.run(ids[at] ?? '', call_id);
  const results = ids.map((id) => ({ type: 'tool-result', id, output: 'seen' }) as const);
  const answer = (at: number) =>
    store.entries.append({
      session,
      entries: [textMessage('user', `${at}`), { role: 'tool', parts: results } as const].map((message) => ({ message })),
      at,
    });
  await answer(3);
  // A result answers its call once.
  await answer(4);
  const starts = database.prepare('select unit_start from entries order by position').all();
  database.close();
  expect(calls.entries[0]?.position).toBe(0);
  expect(starts.map(({ unit_start }) => unit_start)).toEqual([null, null, 0, null, null]);
});

/** Several times what a slice takes. */
const MOST_MS = 50;

it('[H16] others have their turn while many messages are written and read', async () => {
  const { store, session } = await emptySession();
  const entries = Array.from({ length: 3_000 }, (_, n) => ({
    message: textMessage(n % 2 === 0 ? 'user' : 'assistant', `word ${n}`),
  }));
  // However fast it is, others come in between every few slices of it.
  for (const work of [
    () => store.entries.append({ session, entries, at: 2 }),
    () => store.entries.append({ session, entries, at: 3 }),
    () => store.contexts.load(session),
  ])
    expect((await turnsDuring<unknown>(work)).each).toBeLessThan(MOST_MS);
});

it('[H16] others have their turn while a few long messages are read and checked', async () => {
  const { store, session } = await emptySession();
  const message = textMessage('user', 'words in “a few”\tlines\n'.repeat(40_000));
  for (let at = 1; at <= 24; at++) await store.entries.append({ session, entries: [{ message }], at });
  for (const work of [
    () => store.entries.page(session),
    () => store.contexts.load(session, { branch: 'main' }),
    () => store.verify(session),
  ])
    expect((await turnsDuring<unknown>(work)).each).toBeLessThan(MOST_MS);
});

it('[H16] others have their turn between the steps of one long message', async () => {
  const { store, session } = await emptySession();
  const entries = [{ message: textMessage('user', 'a long word '.repeat(50_000)) }];
  expect((await turnsDuring(() => store.entries.append({ session, entries, at: 2 }))).turns).toBeGreaterThan(4);
});

it('[C3] a result stays with its call, however many of both are written at once', async () => {
  const { store, session } = await emptySession();
  const { messages } = generateTranscript({ seed: 5, messages: 75, hazards: 'all' });
  const { entries } = await store.entries.append({ session, entries: messages.map((message) => ({ message })), at: 2 });
  const { head, version } = await store.heads.get(session);
  const folds = [summaryOf('all', entries[0]?.id ?? '', entries.at(-1)?.id ?? '')];
  const results = entries.filter(({ message }) => message.role === 'tool').map(({ id }) => id);
  const next = { ...head, folds: ['all'], protected: results };
  await store.heads.swap({ session, expect: version, head: next, folds, at: 3 });
  const whole = openHead(next, { transcript: entries, folds });
  expect(project(openContext(await store.contexts.load(session))).rows.map(({ index }) => index)).toEqual(
    project(whole).rows.map(({ index }) => index),
  );
});
