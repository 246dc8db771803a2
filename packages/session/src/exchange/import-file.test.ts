import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textMessage } from '@tenfold/core';
import { openSqlite } from '@tenfold/store';
import { expect, it, onTestFinished } from 'vitest';
import { openTenfold } from '../tenfold.ts';
import { bench } from '../testing/bench.ts';

const conversation = (n: number) =>
  JSON.stringify({
    messages: [
      { role: 'system', content: `You are number ${n}.` },
      ...Array.from({ length: 260 }, (_, at) => ({ role: at % 2 ? 'assistant' : 'user', content: `walrus ${n} says ${at}` })),
    ],
  });
const text = [1, 2, 3].map(conversation).join('\n');

it('makes all sessions of a file, in its order, with their system text', async () => {
  const { tenfold } = await bench();
  const { sessions } = await tenfold.exchange.importFile({ name: 'talks.jsonl', text });
  expect(sessions.map(({ entries }) => entries)).toEqual([260, 260, 260]);
  const listed = await tenfold.sessions.list();
  expect(listed.sessions.map(({ id }) => id)).toEqual(sessions.map(({ id }) => id).toReversed());
  const { values } = await tenfold.settings.effective(sessions[1]?.id ?? '');
  expect(values.find(({ key }) => key === 'systemPrompt')).toMatchObject({ value: 'You are number 2.', from: 'session' });
  expect((await tenfold.recall.search('walrus')).length).toBeGreaterThan(0);
});

it('makes none when it is stopped in the middle, and what it had written is gone', async () => {
  const { tenfold, store } = await bench();
  const stop = new AbortController();
  const importing = tenfold.exchange.importFile({ name: 'talks.jsonl', text }, { signal: stop.signal });
  // Nothing of it is seen while it runs.
  for (let turn = 0; turn < 8; turn++) {
    expect(await store.sessions.list()).toEqual([]);
    await new Promise((next) => setImmediate(next));
  }
  stop.abort(new Error('stopped'));
  await expect(importing).rejects.toThrow('stopped');
  expect(await store.sessions.list()).toEqual([]);
  expect(await store.search.entries({ text: 'walrus' })).toEqual([]);
  expect(await store.drafts.sweep(async () => true)).toBe(0);
});

it('what a dead process left of an import never shows, and goes at the next start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-import-'));
  const store = await openSqlite(join(folder, 'tenfold.db'));
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const { token } = await store.leases.acquire({ name: 'process:dead', holder: 'dead', boot: 'an earlier one', at: 0 });
  const draft = store.drafts.begin(token);
  const { id } = await draft.sessions.create({ title: 'Half', at: 0 });
  await draft.entries.append({ session: id, entries: [{ message: textMessage('user', 'walrus') }], at: 0 });
  expect([await store.sessions.list(), await store.search.entries({ text: 'walrus' })]).toEqual([[], []]);
  const tenfold = await openTenfold({ store });
  await tenfold.close();
  expect(await store.drafts.sweep(async () => true)).toBe(0);
  await expect(draft.sessions.get(id)).rejects.toMatchObject({ code: 'not-found' });
});
