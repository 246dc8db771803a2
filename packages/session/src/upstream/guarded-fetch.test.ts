import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AddressRefused } from './address-refused.ts';
import { AnswerEndless } from './answer-endless.ts';
import { baseUrlProblem } from './endpoint-address.ts';
import { guardedFetch, type ResolvedAddress } from './guarded-fetch.ts';

async function listening(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const at = (...addresses: string[]): readonly ResolvedAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** The metadata address in every spelling, and its relatives. */
const FORBIDDEN = [
  'http://169.254.169.254/',
  'http://169.254.169.254./',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0xa9.0xfe.0xa9.0xfe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.43518/',
  'http://0251.254.0xa9fe/',
  'http://①⑥⑨.②⑤④.①⑥⑨.②⑤④/',
  'http://169。254。169。254/',
  'http://%31%36%39.254.169.254/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
  'http://[::169.254.169.254]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[2002:a9fe:a9fe::]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://[::ffff:100.100.100.200]/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://[::]/',
  'http://0.0.0.0/',
  'http://0/',
  'http://metadata.google.internal/',
  'http://METADATA.google.internal./',
  'http://metadata/',
  'http://user:password@127.0.0.1/',
  'http://api.openai.com@169.254.169.254/',
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
];

describe('the only way out', () => {
  it.each(FORBIDDEN)('neither takes nor calls %s', async (url) => {
    expect(baseUrlProblem(url)).not.toBeNull();
    const resolve = () => Promise.reject(new Error('nothing is looked up'));
    const send = guardedFetch({ resolve });
    // Nor the second time: only what may be called is remembered.
    for (let more = 0; more < 2; more++) await expect(send(url)).rejects.toThrow(/Nothing was sent|credentials/);
  });

  it.each([
    ['a metadata address', at('169.254.169.254')],
    ['one among others', at('127.0.0.1', '169.254.169.254')],
    ['one inside another', at('::ffff:169.254.169.254')],
    ['one behind NAT64', at('64:ff9b::a9fe:a9fe')],
    ['the unspecified address', at('::')],
    ['nothing', at()],
  ])('refuses a name that stands for %s', async (_what, found) => {
    await expect(guardedFetch({ resolve: async () => found })('http://inference.example/v1')).rejects.toThrow(AddressRefused);
  });

  it('connects to the address it checked, though the name is another one a moment later', async () => {
    const port = await listening((_request, response) => response.setHeader('connection', 'close').end('mine'));
    const answers = [at('127.0.0.1'), at('169.254.169.254')];
    let asked = 0;
    const send = guardedFetch({ resolve: async () => answers[asked++] ?? [] });
    expect(await (await send(`http://rebinding.example:${port}/`)).text()).toBe('mine');
    expect(asked).toBe(1);
    await expect(send(`http://rebinding.example:${port}/`)).rejects.toThrow(AddressRefused);
    expect(asked).toBe(2);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect (%d)', async (status) => {
    const followed: string[] = [];
    const port = await listening((request, response) => {
      followed.push(request.url ?? '');
      response.writeHead(status, { location: '/elsewhere' }).end();
    });
    const sent = guardedFetch()(`http://127.0.0.1:${port}/v1`, { method: 'POST', body: '{}', headers: { authorization: 'k' } });
    await expect(sent).rejects.toThrow('redirect');
    // The request itself had gone out.
    await expect(sent).rejects.not.toThrow('Nothing was sent');
    expect(followed).toEqual(['/v1']);
  });

  it.each([
    ['switches to another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', undefined],
    ['has a status that there is not', 'HTTP/1.1 999 Odd\r\nContent-Length: 1\r\n\r\nx', 'HPE_INVALID_STATUS'],
  ])('fails at once where who answers %s', async (_, answer, code) => {
    const server = createTcpServer((socket) => void socket.on('error', () => {}).once('data', () => socket.write(answer)));
    await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const sent = guardedFetch()(`http://127.0.0.1:${port}/v1`, { method: 'POST', body: '{}' });
    await expect(sent).rejects.toMatchObject({ message: 'fetch failed', ...(code && { cause: { code } }) });
  });

  it.each(['000', '099', '600'])('closes the connection of an answer whose status there is not (%s)', async (status) => {
    const closed = Promise.withResolvers<void>();
    const server = createTcpServer((socket) => {
      socket.on('error', () => {}).on('close', () => closed.resolve());
      socket.once('data', () => socket.write(`HTTP/1.1 ${status} Odd\r\nContent-Length: 100\r\n\r\nx`));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const asked = guardedFetch()(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await expect(asked).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'HPE_INVALID_STATUS' } });
    await closed.promise;
  });

  it('reads an answer whose status comes with odd words', async () => {
    const answer = Buffer.from('HTTP/1.1 200 \x01\xff fine\r\nContent-Length: 2\r\n\r\nok', 'latin1');
    const server = createTcpServer((socket) => void socket.on('error', () => {}).once('data', () => socket.end(answer)));
    await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
    onTestFinished(() => void server.close());
    const response = await guardedFetch()(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    expect([response.statusText.trim(), await response.text()]).toEqual(['fine', 'ok']);
  });

  it.each(['http://127.0.0.1:9/', 'http://[::1]:9/', 'http://0x7f000001:9/', 'http://private.example:9/'])(
    'keeps out of private networks where it is told to: %s',
    async (url) => {
      const send = guardedFetch({ privateAddresses: false, resolve: async () => at('10.0.0.7') });
      await expect(send(url)).rejects.toThrow('private network');
    },
  );

  it('is a fetch otherwise: sends what it is given, and gives what comes', async () => {
    const port = await listening(async (request, response) => {
      let body = '';
      for await (const piece of request) body += piece;
      const { method, headers } = request;
      response.writeHead(418, { 'content-encoding': 'gzip', 'x-kept': ['a', 'b'] });
      response.end(gzipSync(JSON.stringify({ method, body, key: headers.authorization, length: headers['content-length'] })));
    });
    const response = await guardedFetch()(`http://localhost:${port}/`, {
      method: 'POST',
      body: 'é',
      headers: { authorization: 'k' },
    });
    expect([response.status, response.headers.get('x-kept')]).toEqual([418, 'a, b']);
    expect(await response.json()).toEqual({ method: 'POST', body: 'é', key: 'k', length: '2' });
  });

  it('ends when it is told to, before and within the answer, with the reason given', async () => {
    const port = await listening((request, response) => {
      if (request.url === '/begun') response.write('one');
    });
    for (const path of ['/silent', '/begun']) {
      const ending = new AbortController();
      const text = guardedFetch()(`http://127.0.0.1:${port}${path}`, { signal: ending.signal }).then(async (response) => {
        const reader = (response.body as ReadableStream<Uint8Array>).getReader();
        await reader.read();
        ending.abort(new Error('enough'));
        return reader.read();
      });
      if (path === '/silent') ending.abort(new Error('enough'));
      await expect(text).rejects.toThrow('enough');
    }
  });

  it('[H14] reads the beginning of an error however long it is', async () => {
    const port = await listening((_request, response) => response.writeHead(500).end(Buffer.alloc(50_000_000, 'e')));
    const response = await guardedFetch()(`http://127.0.0.1:${port}/`);
    expect([response.status, (await response.text()).length]).toEqual([500, 16_384]);
  });

  it.each([
    ['an answer', 'application/json', '16 MB.'],
    ['an event', 'text/event-stream', '16 MB in one line.'],
  ])('[H10] ends %s that does not end', async (_, type, said) => {
    let isOpen = true;
    const port = await listening((_request, response) => {
      response.writeHead(200, { 'content-type': type });
      const more = () => void (isOpen && response.write(Buffer.alloc(1_000_000, 'a'), more));
      response.on('close', () => {
        isOpen = false;
      });
      more();
    });
    const response = await guardedFetch()(`http://127.0.0.1:${port}/`);
    const read = response.text();
    await expect(read).rejects.toThrow(AnswerEndless);
    await expect(read).rejects.toThrow(said);
  });

  it('refuses headers without end', async () => {
    const port = await listening((_request, response) => response.setHeader('x-long', 'h'.repeat(100_000)).end());
    await expect(guardedFetch()(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ cause: { code: 'HPE_HEADER_OVERFLOW' } });
  });

  it.each(['identity', 'gzip'])('may be ended while nobody reads its answer (%s)', async (packed) => {
    let closed = () => {};
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const port = await listening((_request, response) => {
      response.on('close', closed);
      response.writeHead(200, { 'content-encoding': packed }).write('one');
    });
    const ending = new AbortController();
    const response = await guardedFetch()(`http://127.0.0.1:${port}/`, { signal: ending.signal });
    ending.abort();
    await isClosed;
    await expect(response.text()).rejects.toThrow();
  });

  it('may be ended when its answer is whole, and ends nothing then', async () => {
    const port = await listening((_request, response) => response.end('whole'));
    const send = guardedFetch();
    for (let round = 0; round < 20; round++) {
      const ending = new AbortController();
      const response = await send(`http://127.0.0.1:${port}/`, { signal: ending.signal });
      const text = response.text();
      if (round % 2 === 0) await text;
      ending.abort();
      await text.catch(() => {});
    }
    expect(await (await send(`http://127.0.0.1:${port}/`)).text()).toBe('whole');
  });

  it('says what kept it from connecting the way fetch does', async () => {
    const port = await listening((request) => request.socket.destroy());
    const lost = guardedFetch()(`http://127.0.0.1:${port}/`);
    await expect(lost).rejects.toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNRESET' } });
    await expect(guardedFetch()('http://127.0.0.1:25/')).rejects.toThrow('another protocol');
  });
});
