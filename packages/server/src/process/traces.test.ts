import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { Upstream } from '../../../../tests/upstream/upstream.ts';
import { realServer } from '../testing/real-server.ts';
import { sendTraces } from './traces.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { key: string; value: Record<string, unknown> }[];
  readonly status?: { code?: number; message?: string };
}

/** A collector on loopback that takes OTLP over HTTP. */
async function collector() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    bodies.push(`${request.url} ${body}`);
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const sent = () => bodies.flatMap((text) => JSON.parse(text.slice(text.indexOf(' '))).resourceSpans);
  const spans = (): Span[] =>
    sent().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans: some }: { spans: Span[] }) => some));
  return { url, bodies, sent, spans, close: () => server.close() };
}

const log = { info: () => {}, warn: vi.fn(), error: () => {} };
const upstream = await Upstream.open();
const traces = await collector();
afterAll(async () => {
  traces.close();
  await upstream.close();
});
afterEach(() => vi.unstubAllEnvs());

describe('traces', () => {
  it('are sent where the environment asks for them, and hold no word of a conversation', { timeout: 60_000 }, async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', traces.url);
    vi.stubEnv('OTEL_SERVICE_NAME', 'tenfold-of-the-tests');
    const sendLast = await sendTraces(process.env, log);
    const server = await realServer();
    const { client } = server;
    const profile = { name: 'Fake', provider: 'openai-compatible', model: 'm', baseUrl: upstream.url(), key: 'sk-walrus-key' };
    const { id: profileId } = await client.post('/api/profiles', profile);
    const { id } = await client.post('/api/sessions', { profileId, title: 'walrus title' });
    const caller = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
    const headers = { traceparent: `00-${caller.traceId}-${caller.spanId}-01` };
    await (await client.request('POST', `/api/sessions/${id}/messages`, { text: 'walrus text' }, { headers })).text();
    const prose = (n: number) =>
      Array.from(
        { length: 60 },
        (_, i) => `Part ${n * 60 + i} of the walrus plan waits for harbor ${(n * 31 + i * 17) % 997}.`,
      ).join(' ');
    for (let n = 0; n < 12; n++) await client.say(id, { text: prose(n) });
    await client.post(`/api/sessions/${id}/condense`, { strategy: 'native' });
    await expect
      .poll(async () => (await client.get(`/api/sessions/${id}/jobs`)).jobs[0]?.state, { timeout: 20_000 })
      .toBe('done');
    await client.get('/api/sessions/walrus-is-not-there').catch(() => undefined);
    await server.close();
    await sendLast();
    const spans = traces.spans();
    const named = (name: string) => spans.filter((span) => span.name === `tenfold ${name}`);
    for (const name of ['request', 'turn', 'fold', 'ask', 'upstream', 'transaction'])
      expect(`${name} ${named(name).length > 0}`).toBe(`${name} true`);
    const asked = named('request').find(({ traceId }) => traceId === caller.traceId);
    const turn = named('turn').find(({ traceId }) => traceId === caller.traceId);
    expect(asked?.parentSpanId).toBe(caller.spanId);
    expect(turn?.parentSpanId).toBe(asked?.spanId);
    expect(named('upstream').some(({ parentSpanId }) => parentSpanId === turn?.spanId)).toBe(true);
    expect(named('transaction').some(({ parentSpanId }) => parentSpanId === turn?.spanId)).toBe(true);
    expect(traces.bodies[0]).toContain('tenfold-of-the-tests');
    expect(traces.bodies.every((body) => body.startsWith('/v1/traces '))).toBe(true);
    expect(traces.bodies.join('')).not.toContain('walrus');
  });

  it('are not sent, and their library is not loaded, where nobody asks', async () => {
    const before = traces.bodies.length;
    for (const environment of [
      {},
      { OTEL_SERVICE_NAME: 'x' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_SDK_DISABLED: 'true' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_TRACES_EXPORTER: 'none' },
    ])
      await (await sendTraces(environment, log))();
    await (await sendTraces({ OTEL_TRACES_EXPORTER: 'zipkin' }, log))();
    expect(log.warn).toHaveBeenCalledWith('traces-not-sent', expect.anything());
    expect(traces.bodies.length).toBe(before);
  });
});
