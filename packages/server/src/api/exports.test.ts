import { afterAll, beforeEach, expect, it } from 'vitest';
import { realServer } from '../testing/real-server.ts';

const { url, tenfold, close } = await realServer();
afterAll(close);

/** An export that is longer than what lies on the way between two sockets, and may have to wait. */
let mayGoOn: Promise<void>;
let begun = 0;
const { exportFile } = tenfold.exchange;
Object.assign(tenfold.exchange, {
  async exportFile(...[session, format]: Parameters<typeof exportFile>) {
    if (session !== 'long') return exportFile(session, format);
    begun++;
    await mayGoOn;
    const pieces = () => Array(64).fill('walrus '.repeat(150_000))[Symbol.iterator]();
    return { name: 'long.jsonl', mediaType: 'application/jsonl', pieces };
  },
});
const ask = (method: 'GET' | 'HEAD' = 'GET', signal?: AbortSignal, session = 'long') =>
  fetch(`${url}/api/sessions/${session}/export?format=jsonl`, { method, signal: signal ?? null });
const statusOf = async (response: Promise<Response>) => {
  const { status, body } = await response;
  await body?.cancel();
  return status;
};
let leaving = new AbortController();
beforeEach(() => {
  leaving = new AbortController();
  mayGoOn = Promise.resolve();
});

it('of one person are eight at a time at most, until one is read or given up', async () => {
  const eight = await Promise.all(Array.from({ length: 8 }, () => ask('GET', leaving.signal)));
  expect(eight.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await statusOf(ask())).toBe(429);
  await eight[0]?.text();
  await expect.poll(() => statusOf(ask())).toBe(200);
  leaving.abort();
  await expect.poll(() => statusOf(ask())).toBe(200);
});

it('are over where only their head is asked for, where there is none, and where who asked has left before', async () => {
  for (let n = 0; n < 10; n++) expect(await statusOf(ask('HEAD'))).toBe(200);
  for (let n = 0; n < 10; n++) expect(await statusOf(ask('GET', undefined, 'none'))).toBe(404);
  const { promise, resolve } = Promise.withResolvers<void>();
  [mayGoOn, begun] = [promise, 0];
  const asked = Array.from({ length: 8 }, () => ask('GET', leaving.signal).catch(() => null));
  await expect.poll(() => begun).toBe(8);
  leaving.abort();
  await Promise.all(asked);
  resolve();
  await expect.poll(() => statusOf(ask())).toBe(200);
});

it('break off once who reads them is let in no more, by their token or at all', async () => {
  const { people } = tenfold;
  const { id } = await people.add({ name: 'Ben', role: 'user' });
  for (const end of [(token: string) => people.revokeToken(id, token), () => people.change(id, { disabled: true })]) {
    const { text, token } = await people.addToken(id, { name: 'laptop', scope: 'full' });
    const owned = await tenfold.for({ owner: id, role: 'user' });
    const pieces = () => Array(64).fill('walrus '.repeat(150_000))[Symbol.iterator]();
    Object.assign(owned.exchange, { exportFile: async () => ({ name: 'l.jsonl', mediaType: 'application/jsonl', pieces }) });
    const headers = { authorization: `Bearer ${text}` };
    const response = await fetch(`${url}/api/sessions/long/export?format=jsonl`, { headers });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await end(token.id);
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow('terminated');
  }
  expect(await statusOf(fetch(`${url}/healthz`))).toBe(200);
});

it('are over where who asked had left before it was known who they are', async () => {
  const { people } = tenfold;
  const { id } = await people.add({ name: 'Ada', role: 'user' });
  const { text } = await people.addToken(id, { name: 'laptop', scope: 'full' });
  const { admit } = people;
  const { promise, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  Object.assign(people, {
    async admit(token: string) {
      waiting++;
      await promise;
      return admit(token);
    },
  });
  const headers = { authorization: `Bearer ${text}` };
  const asHer = (signal?: AbortSignal) =>
    fetch(`${url}/api/sessions/none/export?format=jsonl`, { headers, signal: signal ?? null });
  const asked = Array.from({ length: 8 }, () => asHer(leaving.signal).catch(() => null));
  await expect.poll(() => waiting).toBe(8);
  leaving.abort();
  await Promise.all(asked);
  expect(await statusOf(fetch(`${url}/healthz`))).toBe(200);
  resolve();
  expect(await statusOf(asHer())).toBe(404);
});
