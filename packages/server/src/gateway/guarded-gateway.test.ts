import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { Upstream } from '../../../../tests/upstream/upstream.ts';
import { LIMITS } from '../guard/door.ts';
import { clientOf } from '../testing/client.ts';
import { realServer } from '../testing/real-server.ts';

const token = 'a-long-random-token-for-tests';
const upstream = await Upstream.open({ answer: () => ({ text: 'Through.' }) });
const server = await realServer(
  {
    token,
    proxies: ['127.0.0.1'],
    gateway: { upstreams: { openai: upstream.url('openai') } },
  },
  // However slow the machine, none comes back meanwhile.
  { limits: { ...LIMITS, guesses: { burst: 3, perSecond: 0.001 }, requests: { burst: 5, perSecond: 0.001 } } },
);
afterAll(async () => {
  await server.close();
  await upstream.close();
});

const PATHS = {
  openai: '/v1/chat/completions',
  anthropic: '/v1/messages',
  gemini: '/v1beta/models/gemini-2.5-pro:generateContent',
} as const;

const ask = (shown: string, from: string, path: string = PATHS.openai) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'x-tenfold-token': shown, 'x-forwarded-for': from },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'The walrus sings.' }] }),
  });
const statuses = async (count: number, each: (n: number) => Promise<Response>) => {
  const all: number[] = [];
  for (let n = 0; n < count; n++) {
    const { status, body } = await each(n);
    all.push(status);
    await body?.cancel();
  }
  return all;
};

it('guesses of a token are slowed down as in the app, and count there too', async () => {
  const from = '203.0.113.1';
  expect(await statuses(4, (n) => ask(n % 2 === 0 ? `guess-${n}` : `tfp_guess-${n}`, from))).toEqual([401, 401, 401, 429]);
  const right = await ask(token, from);
  expect([right.status, Number(right.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(right.headers.get('x-should-retry')).toBeNull();
  const app = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from } });
  expect(app.status).toBe(429);
  expect((await ask(token, '203.0.113.2')).status).toBe(200);
});

it('each vendor says in its own form that too many came', async () => {
  const from = '203.0.113.3';
  await statuses(3, (n) => ask(`another-${n}`, from));
  const said = await Promise.all(Object.values(PATHS).map(async (path) => (await ask(token, from, path)).json()));
  expect(said).toMatchObject([
    { error: { type: 'requests', code: 'rate_limit_exceeded', message: expect.stringContaining('Wait') } },
    { type: 'error', error: { type: 'rate_limit_error' } },
    { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } },
  ]);
});

it('requests of a person are counted wherever they come from, and nobody else pays for them', async () => {
  const join = async (name: string): Promise<string> =>
    (await clientOf(server.url, token).post('/api/people', { name, role: 'user' })).text;
  const [ada, ben] = [await join('Ada'), await join('Ben')];
  expect(await statuses(6, (n) => ask(ada, `203.0.113.${10 + n}`))).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await ask(ben, '203.0.113.10')).status).toBe(200);
});

it('a request that names two hosts is refused, whichever comes first', async () => {
  const { port, host } = new URL(server.url);
  const own = [`Host: ${host}`, 'host: elsewhere.example'];
  for (const hosts of [own, own.toReversed(), [own[0], own[0]]]) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write([`POST ${PATHS.openai} HTTP/1.1`, ...hosts, `x-tenfold-token: ${token}`, 'content-length: 0', ''].join('\r\n'));
    socket.write('connection: close\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*names more than one host/s);
  }
});
