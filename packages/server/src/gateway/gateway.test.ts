import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonLog } from '../log.ts';
import { serve } from '../process/serve.ts';
import { serveGateway } from '../process/serve-gateway.ts';
import { realServer } from '../testing/real-server.ts';
import { forward, upstreamAt } from './forward.ts';
import { createGateway } from './gateway.ts';
import { proxiesIn, proxyProblem } from './proxies.ts';
import { MAX_BODY } from './read-body.ts';

/** An upstream that says what it got, byte by byte. */
class Echo {
  readonly seen: { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer }[] = [];
  answer: (response: import('node:http').ServerResponse, body: Buffer) => void = (response) => response.end('{}');
  readonly server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    this.seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    this.answer(response, body);
  });
  get url() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
}

const echo = new Echo();
let server: Awaited<ReturnType<typeof realServer>>;
beforeAll(async () => {
  await new Promise<void>((ready) => void echo.server.listen(0, '127.0.0.1', ready));
  server = await realServer({ gateway: { upstreams: { anthropic: echo.url, openai: `${echo.url}/v1`, gemini: echo.url } } });
});
afterAll(async () => {
  await server.close();
  echo.server.closeAllConnections();
  echo.server.close();
});

const odd =
  '{ "model":"claude-x",  "unknown": 1.0, "n":12345678901234567890, "messages":[ {"role":"user","content":"caf\\u00e9"} ] }';

function send(path: string, body: string | Buffer, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const out = httpRequest(
      `${server.url}${path}`,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk as Buffer);
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) });
      },
    );
    out.on('error', reject).end(body);
  });
}

describe('the gateway', () => {
  it.each([
    '/v1/messages?beta=true',
    '/v1/messages/count_tokens',
    '/v1/chat/completions',
    '/v1/responses',
    '/v1beta/models/gemini-2.5-pro:generateContent',
    '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
    '/v1beta/models/gemini-2.5-pro:countTokens',
  ])('passes %s on byte for byte, with credentials and betas', async (path) => {
    const answer = await send(path, odd, { authorization: 'Bearer sk-1', 'anthropic-beta': 'a-1,b-2', 'x-odd': 'kept' });
    const seen = echo.seen.at(-1);
    expect(answer.status).toBe(200);
    expect(seen?.url).toBe(path);
    expect(seen?.body.toString()).toBe(odd);
    expect(seen?.headers).toMatchObject({ authorization: 'Bearer sk-1', 'anthropic-beta': 'a-1,b-2', 'x-odd': 'kept' });
    expect(seen?.headers.host).toBe(new URL(echo.url).host);
  });

  it('passes errors on as they are, and says who it is', async () => {
    echo.answer = (response) =>
      response.writeHead(429, { 'retry-after': '7', 'x-vendor': 'v' }).end('{"type":"error" , "error":{}}');
    const answer = await send('/v1/messages', odd);
    expect(answer.status).toBe(429);
    expect(answer.headers).toMatchObject({ 'retry-after': '7', 'x-vendor': 'v' });
    expect(answer.headers['x-tenfold-request-id']).toBeTruthy();
    expect(answer.body.toString()).toBe('{"type":"error" , "error":{}}');
    echo.answer = (response) => response.end('{}');
  });

  it('passes a stream on while it comes, and aborts the upstream when the client leaves', async () => {
    const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
    echo.answer = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"a":1}\n\n');
      response.on('close', () => leave());
    };
    const out = httpRequest(`${server.url}/v1/messages`, { method: 'POST' });
    out.on('error', () => {}).end(odd);
    const answer = await new Promise<IncomingMessage>((ready) => out.on('response', ready));
    const [first] = await Promise.all([new Promise<Buffer>((ready) => answer.once('data', ready))]);
    expect(first.toString()).toBe('data: {"a":1}\n\n');
    out.destroy();
    await gone;
    echo.answer = (response) => response.end('{}');
  });

  it('goes on when a client leaves in the middle of its request', async () => {
    const rejected: unknown[] = [];
    const note = (reason: unknown) => void rejected.push(reason);
    process.on('unhandledRejection', note);
    const { host, hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write(`POST /v1/messages HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 99\r\nexpect: 100-continue\r\n\r\n`);
    // It says that it has the head, and waits for the rest.
    await once(socket, 'data');
    socket.destroy();
    for (let more = 0; more < 3; more++) expect((await send('/v1/messages', odd)).status).toBe(200);
    process.off('unhandledRejection', note);
    expect(rejected).toEqual([]);
  });

  it('takes packed bodies and gives packed answers', async () => {
    const packed = gzipSync('{"id":"x"}');
    echo.answer = (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' }).end(packed);
    const body = gzipSync(odd);
    const answer = await send('/v1/messages', body, { 'content-encoding': 'gzip' });
    expect(echo.seen.at(-1)?.body.equals(body)).toBe(true);
    expect(answer.body.equals(packed)).toBe(true);
    echo.answer = (response) => response.end('{}');
  });

  it.each(['constructor', '__proto__', 'gzip', 'zstd, gzip', 'rot13'])(
    'passes on what says it is coded as %s and is not',
    async (coding) => {
      const rejected: unknown[] = [];
      const note = (reason: unknown) => void rejected.push(reason);
      process.on('unhandledRejection', note);
      const stream = { 'content-encoding': coding, 'content-type': 'text/event-stream' };
      echo.answer = (response) => response.writeHead(200, stream).end('data: {}\n\n');
      const answer = await send('/v1/messages', odd, { 'content-encoding': coding });
      echo.answer = (response) => response.end('{}');
      process.off('unhandledRejection', note);
      expect([answer.status, answer.body.toString()]).toEqual([200, 'data: {}\n\n']);
      expect(echo.seen.at(-1)?.body.toString()).toBe(odd);
      expect(rejected).toEqual([]);
    },
  );

  it('takes no more than a vendor would, and lets others have their turn while it reads what is long', async () => {
    const tooLong = await send('/v1/messages', Buffer.alloc(MAX_BODY + 1, 'a'));
    expect([tooLong.status, tooLong.headers['x-tenfold-request-id'] === undefined]).toEqual([413, false]);
    expect((await server.client.get('/api/traffic')).requests[0]).toMatchObject({
      id: tooLong.headers['x-tenfold-request-id'],
      status: 413,
      error: 'too-large',
    });
    expect(JSON.parse(tooLong.body.toString())).toMatchObject({ type: 'error', error: { type: 'request_too_large' } });
    const picture = (n: number) => ({ type: 'base64', media_type: 'image/png', data: `${n}`.padStart(400_000, 'iVBORw0K') });
    const messages = Array.from({ length: 30 }, (_, n) =>
      n % 2 === 0
        ? { role: 'user', content: [{ type: 'image', source: picture(n) }] }
        : { role: 'assistant', content: `Picture ${n}.` },
    );
    const long = JSON.stringify({ model: 'claude-x', max_tokens: 9, messages: [...messages, { role: 'user', content: 'And?' }] });
    const { read } = server.tenfold.chains;
    let turns = 0;
    const reading = read('anthropic', long).finally(() => clearImmediate(next));
    let next = setImmediate(function count() {
      turns++;
      next = setImmediate(count);
    });
    expect((await reading)?.list()?.originals).toHaveLength(31);
    expect(turns).toBeGreaterThan(0);
    const answer = await send('/v1/messages', long);
    expect([answer.status, answer.headers['x-tenfold-session'] !== undefined]).toEqual([200, true]);
    expect(echo.seen.at(-1)?.body.toString()).toBe(long);
  });

  it('keeps a conversation with pictures that are long in one message', async () => {
    const picture = (n: number) => ({
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: `${n}AAA`.repeat(700_000) },
    });
    const content = [...Array.from({ length: 3 }, (_, n) => picture(n)), { type: 'text', text: 'What is this?' }];
    const album = JSON.stringify({ model: 'claude-x', max_tokens: 9, messages: [{ role: 'user', content }] });
    const { status, headers } = await send('/v1/messages', album);
    expect([status, headers['x-tenfold-aside'], typeof headers['x-tenfold-session']]).toEqual([200, undefined, 'string']);
    expect(echo.seen.at(-1)?.body.toString() === album).toBe(true);
  });

  it('answers a wish for a WebSocket with 426', async () => {
    const status = await new Promise((resolve, reject) => {
      const out = httpRequest(`${server.url}/v1/responses`, { headers: { connection: 'Upgrade', upgrade: 'websocket' } });
      out
        .on('response', (answer) => resolve(answer.statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(426);
  });

  it("says in the vendor's form that an upstream cannot be reached", async () => {
    const other = await realServer({
      gateway: { upstreams: { anthropic: 'http://127.0.0.1:9', openai: echo.url, gemini: echo.url } },
    });
    const answer = await fetch(`${other.url}/v1/messages`, { method: 'POST', body: odd });
    expect(answer.status).toBe(502);
    expect(answer.headers.get('x-tenfold-session')).not.toBeNull();
    const id = answer.headers.get('x-tenfold-request-id');
    expect((await other.client.get('/api/traffic')).requests[0]).toMatchObject({ id, status: 502, error: 'unreachable' });
    expect(await answer.json()).toMatchObject({ type: 'error', error: { type: 'api_error' } });
    const counted = await fetch(`${other.url}/v1/messages/count_tokens`, { method: 'POST', body: odd });
    expect([counted.status, counted.headers.get('x-tenfold-request-id') === null]).toEqual([502, false]);
    await other.close();
  });

  it('answers no web page and no other host', async () => {
    expect((await send('/v1/messages', odd, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await send('/v1/messages', odd, { host: 'evil.example' })).status).toBe(403);
  });

  it("sends requests on with a profile's key where that was chosen, to the host it is for alone", async () => {
    const { client, tenfold } = server;
    const made = await client.post('/api/profiles', {
      name: 'Echo',
      provider: 'openai-compatible',
      model: 'm',
      baseUrl: `${echo.url}/v1`,
      key: 'sk-profile',
    });
    const options = {
      upstreams: { anthropic: echo.url, openai: echo.url, gemini: echo.url },
      credentials: `profile:${made.id}`,
    } as const;
    const sent = async (path: string, given: typeof options | { credentials: 'profile:none' }) => {
      const gateway = createGateway(tenfold, { ...options, ...given }, jsonLog('error'));
      const own = createServer((request, response) => void gateway.handle(request, response));
      await new Promise<void>((ready) => void own.listen(0, '127.0.0.1', ready));
      const { port } = own.address() as AddressInfo;
      const headers = { authorization: 'Bearer client', 'x-api-key': 'client' };
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: odd });
      const { error } = gateway.traffic.list()[0] ?? {};
      const named = answer.headers.has('x-tenfold-request-id');
      const { headers: seen, url } = echo.seen.at(-1) ?? {};
      const said = { status: answer.status, text: await answer.text(), seen, url, error, named };
      own.closeAllConnections();
      own.close();
      return said;
    };
    const through = await sent('/v1/chat/completions', options);
    expect([through.status, through.seen?.authorization, through.seen?.['x-api-key']]).toEqual([
      200,
      'Bearer sk-profile',
      undefined,
    ]);
    expect((await sent('/v1/messages', options)).seen?.['x-api-key']).toBe('client');
    const asked = '/v1/chat/completions?key=a&%6Bey=a&Access_Token=a&keys=b&c=key%3Da';
    expect((await sent(asked, options)).url).toBe('/v1/chat/completions?keys=b&c=key%3Da');
    const before = echo.seen.length;
    const elsewhere = { ...options, upstreams: { ...options.upstreams, openai: 'http://localhost:9' } };
    expect(await sent('/v1/chat/completions', elsewhere)).toMatchObject({
      status: 401,
      text: expect.stringContaining('localhost:9'),
      error: 'no-credential',
      named: true,
    });
    expect(await sent('/v1/chat/completions', { credentials: 'profile:none' })).toMatchObject({ status: 401 });
    // The same host in the clear is another place, and a key that is held back is told of as such.
    await client.patch(`/api/profiles/${made.id}`, { baseUrl: `${echo.url.replace('http:', 'https:')}/v1`, key: 'sk-profile' });
    expect((await sent('/v1/chat/completions', options)).text).toContain(`is for ${echo.url.replace('http:', 'https:')}, and`);
    await client.patch(`/api/profiles/${made.id}`, { baseUrl: `${echo.url}/v1` });
    expect((await sent('/v1/chat/completions', options)).text).toContain('its address is another. Nothing was sent');
    expect(echo.seen.length).toBe(before);
  });

  it.each([
    ['no JSON', 'not json'],
    ['no object', '[1]'],
    ['more values in a message than any client sends', `{"messages":[{"content":[${'1,'.repeat(150_000)}1]}]}`],
  ])('passes on a body of %s, and says that it was not read', async (_, body) => {
    const answer = await send('/v1/chat/completions', body);
    expect(echo.seen.at(-1)?.body.toString() === body).toBe(true);
    expect(answer.headers).toMatchObject({ 'x-tenfold-aside': 'unread' });
    const [passed] = (await server.client.get('/api/traffic')).requests;
    expect(passed).toMatchObject({ id: answer.headers['x-tenfold-request-id'], status: 200, aside: 'unread', session: null });
  });

  it('lists what an upstream broke off as broken off', async () => {
    echo.answer = (response) => {
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write('data: {"choices":[{"delta":{"content":"He"}}]}\n\n', () => response.destroy());
    };
    const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Go.' }] });
    const broken = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body });
    await expect(broken.text()).rejects.toThrow();
    echo.answer = (response) => response.end('{}');
    const listed = async () => (await server.client.get('/api/traffic')).requests[0];
    await expect.poll(listed).toMatchObject({ status: 200, error: 'broke-off' });
  });

  it('sends a request once: on a new connection where one was closed while it lay idle, and not again after a reset', async () => {
    const other = new Echo();
    await new Promise<void>((ready) => void other.server.listen(0, '127.0.0.1', ready));
    const to = upstreamAt(new URL(other.url));
    const asked = { to, method: 'POST', url: '/v1/x', rawHeaders: [], body: Buffer.from('{}') };
    const ask = async () => {
      // The connection is idle only then.
      const idle = new Promise<void>((resolve) => {
        other.server.once('request', (_, response) => response.once('close', () => resolve()));
      });
      const answer = await forward({ ...asked, signal: AbortSignal.timeout(9_000) });
      const text = String(await answer.whole(99));
      await idle;
      return text;
    };
    await ask();
    other.server.closeIdleConnections();
    expect(await ask()).toBe('{}');
    other.answer = (response) => response.socket?.resetAndDestroy();
    await expect(ask()).rejects.toThrow();
    other.answer = (response) => response.end('{}');
    expect(await ask()).toBe('{}');
    expect(other.seen).toHaveLength(4);
    other.server.closeAllConnections();
    other.server.close();
  });

  it('reaches upstreams through the proxy that the environment names, and those on this machine without', async () => {
    const tunnels: string[] = [];
    const proxy = createServer().on('connect', (request, socket) => {
      tunnels.push(request.url ?? '');
      const way = connect(Number(new URL(echo.url).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        way.pipe(socket).pipe(way);
      });
      way.on('error', () => socket.destroy());
      socket.on('error', () => way.destroy());
    });
    await new Promise<void>((ready) => void proxy.listen(0, '127.0.0.1', ready));
    const at = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const proxies = proxiesIn({ HTTP_PROXY: 'http://unused.invalid', http_proxy: at, NO_PROXY: 'direct.invalid' });
    const ask = (base: string) =>
      forward({
        to: upstreamAt(new URL(base), proxies),
        method: 'POST',
        url: '/v1/x',
        rawHeaders: ['x-odd', 'a', 'x-odd', 'b'],
        body: Buffer.from('{}'),
        signal: AbortSignal.timeout(9_000),
      });
    expect((await ask('http://models.invalid')).status).toBe(200);
    expect([tunnels, echo.seen.at(-1)?.headers]).toMatchObject([
      ['models.invalid:80'],
      { host: 'models.invalid', 'x-odd': 'a, b' },
    ]);
    expect((await ask(echo.url)).status).toBe(200);
    await expect(ask('http://direct.invalid')).rejects.toThrow();
    expect(tunnels).toHaveLength(1);
    expect(proxiesIn({ NO_PROXY: '*' })).toBeNull();
    expect(proxyProblem(proxiesIn({ HTTPS_PROXY: 'user:secret@nowhere' }))).toMatch(
      /^HTTPS_PROXY is not the address of a proxy: (?!.*secret)/,
    );
    proxy.closeAllConnections();
    proxy.close();
  });

  it("refuses a strategy that there is not, in the vendor's form", async () => {
    const before = echo.seen.length;
    const answer = await send('/v1/messages', odd, { 'x-tenfold-strategy': 'typo' });
    expect([answer.status, answer.headers['x-tenfold-request-id'] !== undefined]).toEqual([400, true]);
    expect(JSON.parse(answer.body.toString())).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringMatching(/no strategy typo\. There are: native, /) },
    });
    expect(echo.seen.length).toBe(before);
  });

  it.each([
    [{ strategy: 'typo' }, /There is no strategy typo\. There are: native, .*Nothing was started/],
    [{ summarizer: 'profile:none' }, /There is no profile none\..*Nothing was started/],
    [{ credentials: 'profile:none' }, /There is no profile none\..*Nothing was started/],
  ] as const)('is not started with what there is not: %j', async (gateway, says) => {
    const home = mkdtempSync(join(tmpdir(), 'tenfold-wish-'));
    const settings = { host: '127.0.0.1', port: 0, token: null, secret: undefined, open: false, home, gateway };
    const deps = { log: jsonLog('error'), environment: {}, web: null };
    await expect(serve(settings, deps)).rejects.toThrow(says);
    await expect(serveGateway(settings, deps)).rejects.toThrow(says);
    // What was claimed for it is free again.
    const { close } = await realServer({ home });
    await close();
    rmSync(home, { recursive: true });
  });

  it('steps aside, and says so', async () => {
    const asked = {
      model: 'm',
      messages: [{ role: 'user', content: 'hi' }],
      context_management: { edits: [{ type: 'compact_20260112' }] },
    };
    expect((await send('/v1/messages', JSON.stringify(asked))).headers['x-tenfold-aside']).toBe('compact_20260112');
    expect((await send('/v1/messages', odd, { 'x-tenfold-bypass': '1' })).headers['x-tenfold-aside']).toBe('bypass');
    expect(echo.seen.at(-1)?.headers['x-tenfold-bypass']).toBeUndefined();
  });
});
