import { type Message, textMessage } from '@tenfold/core';
import type { NewTask, StoredHead } from '@tenfold/store';
import { turnsDuring } from '@tenfold/store/testing';
import { expect, it } from 'vitest';
import { bench } from '../testing/bench.ts';
import { createWatcher } from './watcher.ts';

const SENTENCES = 'Bird 7 sits in src/nests/nest-7.ts again and weighs 70 g. '.repeat(34);

it('[H7] a thousand messages are looked at while others are served, and what follows them after them', async () => {
  const { store } = await bench();
  const asked: unknown[] = [];
  const put = async ({ input }: NewTask) => asked.push(input) > 0;
  const automatic = () => Promise.reject(new Error('not asked'));
  const watcher = createWatcher({ owner: '', queue: { ...store.queue, put } }, { automatic }, () => false, new Map());
  const head: Pick<StoredHead, 'session' | 'branch'> = { session: 's', branch: 'main' };
  const call: Message = {
    role: 'assistant',
    parts: [{ type: 'tool-call', id: '1', name: 'write_file', input: { path: 'a.ts' } }],
  };
  const result: Message = { role: 'tool', parts: [{ type: 'tool-result', id: '1', output: 'done' }] };
  watcher.watch(head as StoredHead, [...Array.from({ length: 999 }, () => textMessage('user', SENTENCES)), call]);
  watcher.watch(head as StoredHead, [result]);
  expect((await turnsDuring(() => watcher.idle())).turns).toBeGreaterThan(4);
  expect(asked).toMatchObject([{ tags: ['code'] }]);
});
