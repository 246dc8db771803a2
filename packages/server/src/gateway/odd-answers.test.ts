import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realServer } from '../testing/real-server.ts';

/** An upstream of bare bytes: what it says is no HTTP server's business. */
let says = '';
const open = new Set<Socket>();
const upstream = createServer((socket) => {
  open.add(socket);
  // Bodies end so, and come in more pieces than one.
  socket.on('data', (piece) => piece.at(-1) === 125 && socket.write(says, 'latin1'));
  socket.on('close', () => open.delete(socket)).on('error', () => {});
});
let server: Awaited<ReturnType<typeof realServer>>;
beforeAll(async () => {
  await new Promise<void>((ready) => void upstream.listen(0, '127.0.0.1', ready));
  const base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  server = await realServer({ gateway: { upstreams: { anthropic: base, openai: base, gemini: base } } });
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  upstream.close();
  await server.close();
});

let asked = 0;
const ask = async (more: object = {}, answer = says) => {
  says = answer;
  const body = JSON.stringify({ model: 'claude-x', messages: [{ role: 'user', content: `Hello ${++asked}` }], ...more });
  const response = await fetch(`${server.url}/v1/messages`, { method: 'POST', body, signal: AbortSignal.timeout(4_000) });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const answerOf = (text: string, head = 'HTTP/1.1 200 OK') => `${head}\r\ncontent-length: ${text.length}\r\n\r\n${text}`;

describe('answers as no vendor gives them', () => {
  it('passes on what stands under a first line that cannot be said again', async () => {
    expect(await ask({}, answerOf('{}', 'HTTP/1.1 418 I\x01m a \xe9'))).toMatchObject({ status: 418, text: '{}' });
  });

  it('tells why a request is left alone in few plain letters, whatever it names', async () => {
    for (const type of ['compact_\u4e00\r\nx: y', `compact_${'a'.repeat(100_000)}`]) {
      const { status, headers } = await ask({ context_management: { edits: [{ type }] } }, answerOf('{}'));
      expect([status, headers.get('x-tenfold-aside')]).toEqual([200, expect.stringMatching(/^compact_a{0,60}$/)]);
    }
  });

  it('says in its own words what a refusal that is too long came to', async () => {
    const { status, text } = await ask({}, `HTTP/1.1 400 Bad\r\ncontent-length: 69000000\r\n\r\n${'no '.repeat(23_000_000)}`);
    expect([status, JSON.parse(text)]).toMatchObject([400, { type: 'error', error: { type: 'invalid_request_error' } }]);
  });

  it('lists none that tell of tokens in numbers that no bill has', async () => {
    const usages = [
      { input_tokens: -5 },
      { input_tokens: 1.5 },
      { input_tokens: 5, output_tokens: 'x' },
      { input_tokens: 1e300 },
    ];
    for (const usage of [...usages.map((each) => JSON.stringify(each)), '{"input_tokens":1e999}', '{"input_tokens":[1]}', '7']) {
      const said = `{"type":"message","role":"assistant","content":[{"type":"text","text":"Hi"}],"usage":${usage}}`;
      const { status, headers } = await ask({}, answerOf(said));
      expect(status).toBe(200);
      const { requests } = await server.client.get('/api/traffic');
      expect(requests[0]).toMatchObject({ id: headers.get('x-tenfold-request-id'), status: 200, billed: null });
    }
    expect(await server.tenfold.usage.tokensSince(0)).toBeLessThan(100_000);
  });

  it('leaves no connection behind, whatever became of an answer', async () => {
    await ask({}, answerOf('{}'));
    expect(open.size).toBeLessThanOrEqual(1);
  });
});
