import { afterAll, beforeEach, expect, it } from 'vitest';
import { realServer } from '../testing/real-server.ts';

const { url, tenfold, close } = await realServer();
afterAll(close);
const { id } = await tenfold.sessions.create({ title: 'Long' });
await tenfold.sessions.append(id, { messages: [{ role: 'user', text: 'walrus '.repeat(3_000_000) }] });
const path = `/api/sessions/${id}/export?format=jsonl`;
const ask = (method: 'GET' | 'HEAD' = 'GET', signal?: AbortSignal) => fetch(url + path, { method, signal: signal ?? null });
const statusOf = async (response: Promise<Response>) => {
  const { status, body } = await response;
  await body?.cancel();
  return status;
};
let leaving = new AbortController();
beforeEach(() => {
  leaving = new AbortController();
});

it('of one person are eight at a time at most, until one is read or given up', async () => {
  const begun = await Promise.all(Array.from({ length: 8 }, () => ask('GET', leaving.signal)));
  expect(begun.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await statusOf(ask())).toBe(429);
  await begun[0]?.text();
  await expect.poll(() => statusOf(ask())).toBe(200);
  leaving.abort();
  await expect.poll(() => statusOf(ask())).toBe(200);
});

it('are over where only their head is asked for, where there is none, and where who asked has left before', async () => {
  for (let n = 0; n < 10; n++) expect(await statusOf(ask('HEAD'))).toBe(200);
  for (let n = 0; n < 10; n++) expect(await statusOf(fetch(`${url}/api/sessions/none/export?format=jsonl`))).toBe(404);
  const { exportFile } = tenfold.exchange;
  const { promise: mayGoOn, resolve: letGoOn } = Promise.withResolvers<void>();
  let begun = 0;
  Object.assign(tenfold.exchange, {
    exportFile: async (...given: Parameters<typeof exportFile>) => {
      begun++;
      await mayGoOn;
      return exportFile(...given);
    },
  });
  const asked = Array.from({ length: 8 }, () => ask('GET', leaving.signal).catch(() => null));
  await expect.poll(() => begun).toBe(8);
  leaving.abort();
  await Promise.all(asked);
  letGoOn();
  Object.assign(tenfold.exchange, { exportFile });
  await expect.poll(() => statusOf(ask())).toBe(200);
});
