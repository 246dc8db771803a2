import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawRequest } from '../testing/raw-request.ts';
import { realServer } from '../testing/real-server.ts';
import { LIMITS } from './door.ts';

const token = 'a-long-random-token-for-tests';
let server: Awaited<ReturnType<typeof realServer>>;
beforeAll(async () => {
  const limits = { ...LIMITS, requests: { burst: 3, perSecond: 0.001 } };
  server = await realServer({ token, publicUrl: 'https://tenfold.example', proxies: ['127.0.0.1', '::1'] }, { limits });
});
afterAll(() => server.close());

const ask = (headers: Record<string, string>) =>
  rawRequest({
    port: Number(new URL(server.url).port),
    method: 'GET',
    path: '/api/me',
    headers: { authorization: `Bearer ${token}`, ...headers },
  });

it('answers to its public name and its pages, and to no other', async () => {
  const from = { 'x-forwarded-for': '203.0.113.1' };
  expect((await ask({ host: 'tenfold.example', origin: 'https://tenfold.example', ...from })).status).toBe(200);
  expect((await ask({ host: 'evil.example', ...from })).status).toBe(403);
  expect((await ask({ host: 'tenfold.example', origin: 'https://evil.example', ...from })).status).toBe(403);
});

it('limits the real client, not the proxy they all come through', async () => {
  const times = async (address: string) => {
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++)
      statuses.push((await ask({ host: 'tenfold.example', 'x-forwarded-for': `198.51.100.${n}, ${address}` })).status);
    return statuses;
  };
  expect(await times('203.0.113.7')).toEqual([200, 200, 200, 429]);
  expect(await times('203.0.113.8')).toEqual([200, 200, 200, 429]);
});
