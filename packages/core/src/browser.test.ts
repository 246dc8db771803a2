import { expect, it } from 'vitest';
import { type Fetch, loadCounter } from './browser.ts';
import { countText } from './count/text.ts';
import { readRanks } from './node.ts';

const answer = (status: number, bytes: Uint8Array): Fetch => {
  return async () => ({ ok: status === 200, status, arrayBuffer: async () => Uint8Array.from(bytes).buffer });
};

it('installs the table it fetches', async () => {
  await loadCounter('/o200k.bin', answer(200, readRanks()));
  expect(countText('Hello, world!')).toBe(4);
});

it.each([
  ['is not there', 'missing', answer(404, new Uint8Array())],
  ['is another file', 'corrupt', answer(200, new Uint8Array(64))],
  ['cannot be reached', 'missing', () => Promise.reject(new TypeError('offline'))],
] as const)('rejects with a typed error when the table %s', async (_, fault, fetch) => {
  await expect(loadCounter('/o200k.bin', fetch)).rejects.toMatchObject({ name: 'CounterUnavailable', fault });
});
