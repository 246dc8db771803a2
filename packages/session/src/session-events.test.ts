import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as soon } from 'node:timers/promises';
import { openPostgres, openSqlite, type Store } from '@tenfold/store';
import { describe, expect, it } from 'vitest';
import { newDatabase, whyNoPostgres } from '../../../tests/postgres/test-postgres.ts';
import { SILENT } from './log.ts';
import { sessionEvents } from './session-events.ts';

/** What one process publishes, a reader of another sees, in order and once. */
async function acrossProcesses(open: () => Promise<Store>): Promise<void> {
  const [one, two] = [await open(), await open()];
  const [here, there] = [await sessionEvents(one, () => 1, SILENT), await sessionEvents(two, () => 1, SILENT)];
  const { id: session } = await one.sessions.create({ at: 0 });
  const { id: other } = await one.sessions.create({ at: 0 });
  const seen: number[] = [];
  const failed = (error: unknown) => expect.unreachable(String(error));
  const end = there.deliver(session, 0, {
    take({ sequence, session: of }) {
      expect(of).toBe(session);
      seen.push(sequence);
    },
    onError: failed,
  });
  const handed: number[] = [];
  let isTaking = false;
  const stop = there.deliver(session, 1, {
    async take({ sequence }) {
      expect(isTaking).toBe(false);
      isTaking = true;
      await soon();
      isTaking = false;
      handed.push(sequence);
      if (sequence === 4) stop();
    },
    onError: failed,
  });
  const head = (version: number) => ({ version, branch: 'main', why: 'undo' }) as const;
  for (let n = 1; n <= 5; n++) {
    await here.publish(other, 'head', head(n));
    await here.publish(session, 'head', head(n));
    if (n === 3) await expect.poll(() => seen.length).toBe(3);
  }
  await expect.poll(() => seen).toEqual([1, 2, 3, 4, 5]);
  await expect.poll(() => handed.length).toBe(3);
  end();
  // Each once, from where it was asked for, and nothing behind its end.
  await expect.poll(() => handed).toEqual([2, 3, 4]);
  const gone = Promise.withResolvers<unknown>();
  there.deliver(other, await there.last(other), { take() {}, onError: gone.resolve });
  await one.sessions.remove(other);
  here.wake(other);
  expect(await gone.promise).toMatchObject({ code: 'not-found' });
  for (const events of [here, there]) await events.close();
  for (const store of [one, two]) await store.close();
  expect(handed).toEqual([2, 3, 4]);
}

describe('events', () => {
  it('that come while one is being taken are handed over behind it, and a store that fails is told', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenfold-events-'));
    const store = await openSqlite(join(folder, 'events.db'));
    const events = await sessionEvents(store, () => 1, SILENT);
    const { id: session } = await store.sessions.create({ at: 0 });
    const publish = (version: number) => events.publish(session, 'head', { version, branch: 'main', why: 'undo' });
    const handed: number[] = [];
    const failed = new Promise((tell) => {
      events.deliver(session, 0, {
        async take({ sequence }) {
          handed.push(sequence);
          if (sequence === 1) await publish(2);
          if (sequence === 2) void publish(3);
        },
        onError: tell,
      });
    });
    await publish(1);
    await expect.poll(() => handed).toEqual([1, 2, 3]);
    await events.close();
    await store.close();
    events.wake(session);
    expect(await failed).toBeInstanceOf(Error);
    rmSync(folder, { recursive: true });
  });

  it('are read once for all who wait for them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenfold-events-'));
    const store = await openSqlite(join(folder, 'events.db'));
    let readings = 0;
    const after: Store['events']['after'] = (...asked) => {
      readings++;
      return store.events.after(...asked);
    };
    const events = await sessionEvents({ ...store, events: { ...store.events, after } }, () => 1, SILENT);
    const { id: session } = await store.sessions.create({ at: 0 });
    const handed = Array.from({ length: 10 }, () => [] as number[]);
    for (const own of handed)
      events.deliver(session, 0, {
        take: ({ sequence }) => own.push(sequence),
        onError: (error) => expect.unreachable(String(error)),
      });
    for (let n = 1; n <= 5; n++) {
      await events.publish(session, 'head', { version: n, branch: 'main', why: 'undo' });
      await expect.poll(() => handed.every(({ length }) => length === n)).toBe(true);
    }
    expect(handed).toEqual(handed.map(() => [1, 2, 3, 4, 5]));
    // One for each event, one to begin with, and one for whom its own notice reaches too.
    expect(readings).toBeLessThanOrEqual(11);
    await events.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('reach readers of another process through a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tenfold-events-'));
    await acrossProcesses(() => openSqlite(join(folder, 'events.db')));
    rmSync(folder, { recursive: true });
  });

  it.skipIf(whyNoPostgres() !== null)('reach readers of another process through PostgreSQL', async () => {
    const { url } = await newDatabase();
    await acrossProcesses(() => openPostgres(url));
  });
});
