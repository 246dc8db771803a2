import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realServer } from '../testing/real-server.ts';

/** What an upstream of bare bytes does with a request that it has read. */
let does: (socket: Socket) => void = () => {};
const open = new Set<Socket>();
const upstream = createServer((socket) => {
  open.add(socket);
  socket.on('data', (piece) => piece.at(-1) === 125 && does(socket));
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
type Server = (typeof servers)[number];
const ask = (server: Server, stream: boolean, signal?: AbortSignal) =>
  fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'gpt-4o', stream, messages: [{ role: 'user', content: `Hello ${++asks}` }] }),
    ...(signal && { signal }),
  });
const newest = async (server: Server) => (await server.client.get('/api/traffic')).requests[0];

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const STREAM = `${chunk({ role: 'assistant', content: '' })}${chunk({ content: 'Ein Reiher wäscht sich 🙂.' })}${chunk({}, 'stop')}data: [DONE]\n\n`;
const head = (more = '') => `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n${more}`;
const chunked = (bytes: Buffer) => Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const WHOLE = Buffer.concat([
  Buffer.from(`${head('transfer-encoding: chunked\r\n')}\r\n`),
  chunked(Buffer.from(STREAM)),
  Buffer.from('0\r\n\r\n'),
]);

const odd: Readonly<Record<string, { readonly bytes: string | Buffer; readonly ends?: boolean; readonly error: unknown }>> = {
  'more bytes than it says': {
    bytes: `${head(`content-length: ${Buffer.byteLength(STREAM)}\r\n`)}\r\n${STREAM}more of it`,
    error: null,
  },
  'fewer bytes than it says': {
    bytes: `${head('content-length: 99999\r\n')}\r\n${STREAM.slice(0, 150)}`,
    ends: true,
    error: 'broke-off',
  },
  'two answers': { bytes: Buffer.concat([WHOLE, WHOLE]), error: null },
  'headers without end': { bytes: `${head(`x-odd: ${'a'.repeat(100_000)}\r\n`)}\r\n${STREAM}`, error: 'unreachable' },
  'ten thousand headers': { bytes: `${head('x-odd: a\r\n'.repeat(10_000))}\r\n${STREAM}`, error: 'unreachable' },
  'two lengths': { bytes: `${head('content-length: 5\r\ncontent-length: 7\r\n')}\r\n${STREAM}`, error: 'unreachable' },
  'a length and chunks': {
    bytes: `${head('content-length: 5\r\ntransfer-encoding: chunked\r\n')}\r\n${STREAM}`,
    error: 'unreachable',
  },
  'a header that cannot be said again': {
    bytes: `${head('x-odd: a\x01b\r\ncontent-length: 2\r\n')}\r\n{}`,
    error: 'unreachable',
  },
  'a change of protocol': {
    bytes: 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ends: true,
    error: 'unreachable',
  },
  'no HTTP at all': { bytes: 'SSH-2.0-OpenSSH_9.2\r\n', error: 'unreachable' },
  nothing: { bytes: '', ends: true, error: 'unreachable' },
};

describe.each([0, 1])('an upstream that lies (recall: %i)', (which) => {
  it.each(Object.entries(odd))(
    'and sends %s ends in an answer or a cut, and is listed',
    async (_, { bytes, ends = false, error }) => {
      const server = servers[which] as Server;
      does = (socket) => {
        socket.write(bytes as Buffer);
        if (ends) socket.end();
      };
      const answer = await ask(server, true).catch(() => null);
      await answer?.text().catch(() => {});
      const { id } = await newest(server);
      await expect.poll(async () => (await newest(server)).totalMs).not.toBeNull();
      const listed = (await server.client.get('/api/traffic')).requests.find((each: { id: string }) => each.id === id);
      expect(listed.error).toBe(error);
      // It answers the next one as ever.
      does = (socket) => socket.write(WHOLE);
      expect(await (await ask(server, true)).text()).toContain('🙂');
    },
  );

  it('is passed on whole from one byte at a time', async () => {
    does = async (socket) => {
      socket.setNoDelay(true);
      for (const byte of WHOLE) {
        socket.write(Buffer.of(byte));
        await nextTurn();
      }
    };
    expect(await (await ask(servers[which] as Server, true)).text()).toBe(STREAM);
  });
});

describe.each([0, 1])('a client that leaves (recall: %i)', (which) => {
  /** A head, the middle of a line, of a letter, of an event, between events, behind the end. */
  const cuts = [
    0,
    30,
    head().length + 45,
    ...[0, 5, 60, 130, 152, 153, 154, 155, 180, 220, STREAM.length].map((at) => WHOLE.indexOf('data:') + at),
  ];

  it.each([...new Set(cuts)])('after byte %i closes the upstream, is listed, and finds its conversation again', async (cut) => {
    const server = servers[which] as Server;
    const sent = Promise.withResolvers<Socket>();
    does = (socket) => {
      socket.write(WHOLE.subarray(0, cut), () => sent.resolve(socket));
    };
    const leaving = new AbortController();
    const answer = ask(server, true, leaving.signal)
      .then((got) => got.text())
      .catch(() => null);
    const socket = await sent.promise;
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    leaving.abort();
    await answer;
    if (cut < WHOLE.length) await closed;
    await expect.poll(async () => (await newest(server)).totalMs).not.toBeNull();
    const { status, error } = await newest(server);
    expect([
      [200, 'client-left'],
      [200, null],
      [502, 'client-left'],
    ]).toContainEqual([status, error]);
    does = (next) => next.write(WHOLE);
    asks--;
    expect(await (await ask(server, true)).text()).toBe(STREAM);
    await server.tenfold.chains.idle();
    const listed = await newest(server);
    const { entries } = await server.tenfold.sessions.entries(listed.session ?? '');
    expect(entries.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant']);
  });
});
