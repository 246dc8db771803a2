import { type AddressInfo, createServer, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realServer } from '../testing/real-server.ts';

/** An upstream of bare bytes, and what it was asked last. */
let says: Buffer = Buffer.alloc(0);
let asked = '';
const open = new Set<Socket>();
const upstream = createServer((socket) => {
  open.add(socket);
  socket.on('data', (piece) => {
    asked += piece.toString('latin1');
    if (piece.at(-1) === 125) socket.write(says);
  });
  socket.on('close', () => open.delete(socket)).on('error', () => {});
});
const servers: Awaited<ReturnType<typeof realServer>>[] = [];
beforeAll(async () => {
  await new Promise<void>((ready) => void upstream.listen(0, '127.0.0.1', ready));
  const base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const upstreams = { anthropic: base, openai: base, gemini: base };
  servers.push(await realServer({ gateway: { upstreams } }), await realServer({ gateway: { upstreams, recall: true } }));
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  upstream.close();
  for (const server of servers) await server.close();
});

let asks = 0;
const WORDS = 'The heron wades in the bay.';
const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 };
const whole = JSON.stringify({
  choices: [{ index: 0, message: { role: 'assistant', content: WORDS }, finish_reason: 'stop' }],
  usage,
});
const events = [
  { choices: [{ index: 0, delta: { role: 'assistant', content: WORDS }, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
];
const streamed = [...events.map((event) => `data: ${JSON.stringify(event)}`), 'data: [DONE]', ''].join('\n\n');

/** What a client gets of an answer with such headers and such a body. */
async function answered(stream: boolean, headers: readonly string[], body: Buffer | string, recall: boolean, first = '200 OK') {
  const type = `content-type: ${stream ? 'text/event-stream' : 'application/json'}`;
  const head = [`HTTP/1.1 ${first}`, type, `content-length: ${Buffer.byteLength(body)}`, ...headers, '', ''].join('\r\n');
  says = Buffer.concat([Buffer.from(head), Buffer.from(body)]);
  asked = '';
  const server = servers[recall ? 1 : 0] as (typeof servers)[number];
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'gpt-4o', stream, messages: [{ role: 'user', content: `Hello ${++asks}` }] }),
    signal: AbortSignal.timeout(10_000),
  });
  const text = await response.text().catch(() => null);
  await server.tenfold.chains.idle();
  return { status: response.status, text, headers: response.headers };
}

const ways: readonly [form: string, stream: boolean, plain: string][] = [
  ['whole', false, whole],
  ['streamed', true, streamed],
];

describe.each(ways)('an answer that is %s, with recall on', (_, stream, plain) => {
  it('is asked for plain', async () => {
    await answered(stream, [], plain, true);
    expect(asked.toLowerCase().match(/accept-encoding: .*/g)).toEqual(['accept-encoding: identity']);
  });

  it.each([
    ['gzip', gzipSync(plain)],
    ['GZIP ,', gzipSync(plain)],
    ['gzip, br', brotliCompressSync(gzipSync(plain))],
    ['identity, gzip', gzipSync(plain)],
    ['identity', Buffer.from(plain)],
  ])('is read where it comes as %s all the same', async (coding, packed) => {
    const { status, text, headers } = await answered(stream, [`content-encoding: ${coding}`], packed, true);
    expect([status, text?.includes(WORDS), headers.get('content-encoding')]).toEqual([200, true, null]);
  });

  it.each([
    ['a coding nobody knows', 'rot13', Buffer.from(plain)],
    ['one of several that nobody knows', 'gzip, dcz', gzipSync(plain)],
    ['another coding than it says', 'gzip', Buffer.from(plain)],
    ['a packing that is cut', 'gzip', gzipSync(plain).subarray(0, 60)],
    ['nothing of what it says', 'br', Buffer.alloc(0)],
  ])('is told of as unreadable where it comes in %s', async (__, coding, packed) => {
    const { status, text } = await answered(stream, [`content-encoding: ${coding}`], packed, true);
    // A stream that has begun says so in an event.
    expect([stream ? 502 : status, text]).toEqual([502, expect.stringContaining('cannot be read')]);
    const server = servers[1] as (typeof servers)[number];
    const { requests } = await server.client.get('/api/traffic');
    expect(requests[0]).toMatchObject({ error: 'unreadable' });
    const { entries } = await server.tenfold.sessions.entries(requests[0]?.session ?? '');
    expect(entries.map(({ role }) => role)).toEqual(['user']);
  });
});

it.each([false, true])('passes on what has no body by its status, whatever comes behind it (recall: %s)', async (recall) => {
  for (const first of ['204 No Content', '304 Not Modified'])
    expect(await answered(false, [], whole, recall, first)).toMatchObject({ status: Number(first.slice(0, 3)), text: '' });
  expect(await answered(false, [], whole, recall, '103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK')).toMatchObject({
    status: 200,
    text: whole,
  });
  expect(await answered(false, ['trailer: x-odd'], whole, recall)).toMatchObject({ status: 200, text: whole });
});
