import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Upstream } from '../../../../tests/upstream/upstream.ts';
import { realServer } from '../testing/real-server.ts';
import { plainTarget } from './request-target.ts';

let upstream: Upstream;
let server: Awaited<ReturnType<typeof realServer>>;
beforeAll(async () => {
  upstream = await Upstream.open();
  const base = `${upstream.url().slice(0, -3)}/team/vendor`;
  server = await realServer({ gateway: { upstreams: { anthropic: base, openai: base, gemini: base } } });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});

const body = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Where to?' }] });

/** What is answered to a target that no client library would write. */
async function asked(target: string): Promise<string> {
  const { port, host } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  const lines = [`POST ${target} HTTP/1.1`, `host: ${host}`, 'authorization: Bearer sk-1', `content-length: ${body.length}`];
  socket.write([...lines, 'connection: close', '', body].join('\r\n'), 'latin1');
  return text(socket);
}

const dot = fc.constantFrom('.', '%2e', '%2E', '%252e', '%25252E');
const slash = fc.constantFrom('/', '//', '\\', '%2f', '%5C', '%252f', '/;/', '/x/');
const back = fc.tuple(slash, dot, dot, fc.constantFrom('', ';', ';a=b'), slash).map((all) => all.join(''));

it('leads nowhere but below the vendor’s own address, however steps back are written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(back, { minLength: 1, maxLength: 3 }), async (steps) => {
      const before = upstream.seen.length;
      const answer = await asked(`/v1${steps.join('')}chat/completions`);
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(upstream.seen.length).toBe(before);
    }),
    { numRuns: 60 },
  );
});

it.each(['/v1/chat/completions#x', '/v1/messages/../chat/completions', '/run/a/v1/../../x', '/v1/chat\\..\\completions?x=/..'])(
  'refuses %s, and says so in the form of a vendor',
  async (target) => {
    const before = upstream.seen.length;
    expect(await asked(target)).toMatch(/^HTTP\/1\.1 400 .*"error".*The path of the request/s);
    expect(upstream.seen.length).toBe(before);
  },
);

it.each([
  ['/v1//chat///completions', '/team/vendor/v1/chat/completions'],
  ['/v1/ch%61t/completion%73?a=%61%2e%2e/..//', '/team/vendor/v1/chat/completions'],
  ['/run/a/v1/chat/completions', '/team/vendor/v1/chat/completions'],
])('takes %s for what it names', async (target, path) => {
  const answer = await asked(target);
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*x-tenfold-session/s);
  expect(upstream.seen.at(-1)?.path).toBe(path);
});

it.each([
  'http://127.0.0.1/v1/chat/completions',
  'http://elsewhere.example/v1/chat/completions',
  '*',
  'elsewhere.example:443',
  '//v1/messages',
])('sends nothing on for %s', async (target) => {
  const before = upstream.seen.length;
  expect(await asked(target)).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(upstream.seen.length).toBe(before);
});

it('keeps names with a slash or a percent sign in them, and whatever is asked behind the path', () => {
  for (const target of [
    '/v1/models/org%2Fmodel',
    '/v1/files/50%25',
    '/v1/models/a..b',
    '/v1/models/.x',
    '/v1beta/m:x?q=../..&r=%2e%2e',
  ])
    expect(plainTarget(target)).toBe(target);
});
