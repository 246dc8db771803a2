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
