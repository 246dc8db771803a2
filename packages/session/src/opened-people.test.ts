import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@tenfold/store';
import { expect, it } from 'vitest';
import { SILENT } from './log.ts';
import { openProcess } from './open-process.ts';
import { OpenedPeople } from './opened-people.ts';
import { type Owned, openOwned } from './owned.ts';
import { sessionCaches } from './session-caches.ts';

it('keeps so many people open, those who work or came lately among them, and opens the others anew', async () => {
  let clock = 0;
  const closed: string[] = [];
  let opens = 0;
  type Opened = { name: string; isBusy(): boolean; settle(): Promise<void>; tenfold: { close(): Promise<void> } };
  const people = new OpenedPeople<Opened>(() => clock, SILENT, 2);
  const open = (name: string, isBusy = false) =>
    people.of(name, async () => {
      opens++;
      return { name, isBusy: () => isBusy, settle: async () => {}, tenfold: { close: async () => void closed.push(name) } };
    });
  await open('busy', true);
  await open('ada');
  await open('ben');
  // Nobody rests yet.
  expect((await people.all()).length).toBe(3);
  clock += 6 * 60_000;
  await open('ben');
  await open('cleo');
  await expect.poll(() => closed).toEqual(['ada']);
  expect((await people.all()).map(({ name }) => name)).toEqual(['ben', 'busy', 'cleo']);
  expect(opens).toBe(4);
  await open('ada');
  expect(opens).toBe(5);
});

it('remembers sessions for all who share the process, under one bound, and none of who was closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-people-'));
  const store = await openSqlite(join(folder, 'people.db'));
  const process = { ...(await openProcess({ store })), caches: sessionCaches(300) };
  const shared = { for: () => expect.unreachable(), leaveTurns: async () => true };
  const keys = { environment: {}, send: fetch };
  const people = await Promise.all(
    ['ada', 'ben', 'cleo'].map((owner) => openOwned({ store: store.for(owner), fetch }, process, shared, fetch, keys)),
  );
  const made: string[] = [];
  for (let n = 0; n < 4; n++)
    for (const { tenfold } of people) {
      const { id } = await tenfold.sessions.create({});
      await tenfold.sessions.append(id, { messages: [{ role: 'user', text: 'Hello' }] });
      await tenfold.contexts.status(id);
      made.push(id);
    }
  const owners = () => new Set([...process.caches.loaded.keys()].map((key) => key.split('\n')[0]));
  // Twelve sessions of 51 each, of which five fit.
  expect([process.caches.loaded.size, owners()]).toEqual([5, new Set(['ada', 'ben', 'cleo'])]);
  // What else is remembered of each stands there once for all of them.
  expect(process.caches.folds.size).toBe(made.length);
  const [ada, ben] = people;
  const [hers = ''] = made.slice(-3);
  await expect(ben?.tenfold.sessions.append(hers, { messages: [{ role: 'user', text: 'Mine?' }] })).rejects.toMatchObject({
    code: 'not-found',
  });
  await ada?.settle();
  await ada?.tenfold.close();
  expect(owners()).toEqual(new Set(['ben', 'cleo']));
  for (const each of people.slice(1)) await each.tenfold.close();
  expect(owners()).toEqual(new Set());
  await process.lease.release();
  await store.close();
  rmSync(folder, { recursive: true });
});

it('opens again what could not be opened', async () => {
  const people = new OpenedPeople(() => 0, SILENT);
  await expect(people.of('ada', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const owned = { isBusy: () => false, settle: async () => {}, tenfold: { close: async () => {} } };
  expect(await people.of('ada', async () => owned)).toBe(owned);
});

it('keeps whoever follows news, however many come and however long nothing is asked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-people-'));
  const store = await openSqlite(join(folder, 'people.db'));
  let clock = 0;
  const process = await openProcess({ store });
  const people = new OpenedPeople<Owned>(() => clock, SILENT, 1);
  const shared = { for: () => expect.unreachable(), leaveTurns: async () => true };
  const open = (owner: string) =>
    people.of(owner, () =>
      openOwned({ store: store.for(owner), fetch }, process, shared, fetch, { environment: {}, send: fetch }),
    );
  const ada = await open('ada');
  const { sessions, events } = ada.tenfold;
  const { id: session } = await sessions.create({});
  const heard: string[] = [];
  const stop = events.deliver(session, await events.last(session), {
    take: ({ type }) => void heard.push(type),
    onError: (error) => expect.unreachable(String(error)),
  });
  const ben = await open('ben');
  clock += 6 * 60_000;
  await open('cleo');
  expect([(await open('ada')) === ada, (await open('ben')) === ben]).toEqual([true, false]);
  // As another process would write it.
  await store.for('ada').events.append({ session, type: 'warning', actor: null, data: { message: 'hello' }, at: 1 });
  await expect.poll(() => heard, { timeout: 5_000 }).toEqual(['warning']);
  stop();
  expect(ada.isBusy()).toBe(false);
  for (const { tenfold } of await people.all()) await tenfold.close();
  await process.lease.release();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});
