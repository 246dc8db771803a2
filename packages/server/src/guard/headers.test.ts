import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as later } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { realServer } from '../testing/real-server.ts';

let server: Awaited<ReturnType<typeof realServer>>;
beforeAll(async () => {
  server = await realServer();
});
afterAll(() => server.close());

const ask = async (type: string, body: string) => {
  const response = await fetch(`${server.url}/api/sessions`, { method: 'POST', headers: { 'content-type': type }, body });
  await response.text();
  return [response.status, response.headers.get('connection')];
};

it('ends the connection of who is refused before the body was read, and of nobody else', async () => {
  expect(await ask('text/plain', 'x'.repeat(100_000))).toEqual([415, 'close']);
  expect(await ask('application/json', '{"title":7}')).toEqual([400, 'keep-alive']);
  expect(await ask('application/json', '{}')).toEqual([201, 'keep-alive']);
});

it.each([
  ['before a word of it was read', 4 * 2 ** 20, () => '\0', 'too-large'],
  ['by its beginning', 2 ** 20, (n: number) => (n === 0 ? '{"a":1,' : '"a":1, '), 'invalid-request'],
] as const)('answers who is refused %s once they have sent all, however slowly', async (_, size, words, refusal) => {
  const sent = request(`${server.url}/api/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': 4 * size },
  });
  let written = 0;
  const answer = new Promise<[number, string]>((resolve, reject) => {
    sent
      .on('error', reject)
      .on('response', async (response) => resolve([written, (JSON.parse(await text(response)) as { code: string }).code]));
  });
  while (written < 4) {
    sent.write(Buffer.alloc(size, words(written)));
    written++;
    await later(250);
  }
  sent.end();
  expect(await answer).toEqual([4, refusal]);
});

it('reads no more of a refused request than 64 MB', async () => {
  const piece = Buffer.alloc(8 * 2 ** 20);
  const sent = request(`${server.url}/api/sessions`, { method: 'POST', headers: { 'content-type': 'text/plain' } });
  let status: number | null = null;
  let pieces = 0;
  sent.on('response', (response) => {
    status = response.resume().statusCode ?? 0;
  });
  const ended = new Promise((resolve) => sent.on('close', resolve).on('error', resolve));
  while (status === null && pieces < 40) {
    if (!sent.write(piece)) await Promise.race([once(sent, 'drain').catch(() => undefined), ended]);
    pieces++;
  }
  sent.destroy();
  await ended;
  expect(status).toBe(415);
  expect(pieces).toBeLessThan(20);
});
