import OpenAI from 'openai';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Fault, Manner } from '../upstream/upstream.ts';
import { openGateway } from './open-gateway.ts';

const turns = Array.from({ length: 12 }, (_, turn) => [
  { role: 'user' as const, content: `Part ${turn}: ${'some words of talk '.repeat(150)}` },
  { role: 'assistant' as const, content: `Read part ${turn}.` },
]).flat();
const long = [...turns, { role: 'user' as const, content: 'Go on.' }];

async function opened(manner: Manner, options: Parameters<typeof openGateway>[1] = {}) {
  const gateway = await openGateway(manner, options);
  onTestFinished(() => gateway.close());
  return gateway;
}

/** All text of an answer that streams, and a way to wait for what it begins with. */
function reading(answer: Response) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    next: async () => (await reader?.read())?.value ?? '',
    async rest() {
      let text = '';
      for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) text += piece.value;
      return text;
    },
  };
}

it.each([
  ['/v1/messages', { max_tokens: 50, messages: [{ role: 'user', content: 'Anthropic?' }] }, 'fail-inside', 'overloaded_error'],
  ['/v1/responses', { input: 'Responses?' }, 'fail-inside', 'server_error'],
  ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Chat?' }] }, 'fail-inside', 'server_error'],
  ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Chat, cut?' }] }, 'cut', 'broke-off'],
] as [string, object, Fault, string][])(
  'lists a stream of %s that failed in the middle as failed',
  async (path, more, fault, error) => {
    const gateway = await opened({ answer: () => ({ text: 'A heron wades in the shallow water of the bay.' }) });
    gateway.upstream.faults.push(fault);
    const answer = await fetch(`${gateway.url}${path}`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', stream: true, ...more }),
    });
    await answer.text();
    await expect.poll(() => gateway.traffic.list()[0]).toMatchObject({ status: 200, error });
  },
);

it('lists a client that left in the middle of a stream as gone, and one that had everything as served', async () => {
  const gateway = await opened({ answer: () => ({ text: 'word '.repeat(100) }) });
  const ask = (content: string, signal?: AbortSignal) =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content }] }),
      ...(signal && { signal }),
    });
  await (await ask('All of it.')).text();
  await expect.poll(() => gateway.traffic.list()[0]).toMatchObject({ status: 200, error: null });
  gateway.upstream.faults.push({ drip: 20 });
  const leaving = new AbortController();
  await reading(await ask('A part of it.', leaving.signal)).next();
  leaving.abort();
  await expect.poll(() => gateway.traffic.list()[0]).toMatchObject({ status: 200, error: 'client-left' });
});

it('folds and asks again where a stream opens by saying that the request is too long, out of sight', async () => {
  const gateway = await opened({ window: 6_000, answer: () => ({ text: 'Read.' }) }, { room: 100_000 });
  const openai = new OpenAI({ apiKey: 'sk-test', baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  const { data, response } = await openai.responses.create({ model: 'gpt-5', input: long, stream: true }).withResponse();
  const types: string[] = [];
  let text = '';
  for await (const event of data) {
    types.push(event.type);
    if (event.type === 'response.output_text.delta') text += event.delta;
  }
  expect(text).toBe('Read.');
  expect(response.headers.get('x-tenfold-retried')).toBe('1');
  expect(types.filter((type) => type === 'response.created')).toHaveLength(1);
  expect(types).not.toContain('response.failed');
  expect(gateway.upstream.seen.map(({ tokens }) => tokens > 6_000)).toEqual([true, false]);
  // What cannot be made shorter is told as the vendor tells it.
  const words = 'herons wade in the bay '.repeat(3_000);
  const refused = openai.responses.create({ model: 'gpt-5', input: words, stream: true }).then(async (events) => {
    for await (const _ of events);
  });
  await expect(refused).rejects.toThrow(/exceeds the context window/);
  expect(gateway.traffic.list()[0]).toMatchObject({ status: 200, error: 'context_length_exceeded' });
});

it.each([
  ['/v1/messages', { max_tokens: 50, stream: true, messages: long }],
  ['/v1/chat/completions', { stream: true, messages: long }],
  [
    '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
    { contents: long.map(({ role, content }) => ({ role: role === 'user' ? 'user' : 'model', parts: [{ text: content }] })) },
  ],
])('folds and asks again where a stream of %s has begun when it says that the request is too long', async (path, body) => {
  const gateway = await opened({ answer: () => ({ text: 'Read.' }) }, { room: 100_000 });
  gateway.upstream.faults.push('overflow-inside');
  const answer = await fetch(`${gateway.url}${path}`, { method: 'POST', body: JSON.stringify({ model: 'm', ...body }) });
  expect(await answer.text()).toContain('Read.');
  expect(answer.headers.get('x-tenfold-retried')).toBe('1');
  const [first, second] = gateway.upstream.seen;
  expect(second?.tokens).toBeLessThan(first?.tokens ?? 0);
});

it.each([
  ['trouble', { status: 503, message: 'Overloaded, heron.' }, 'Overloaded, heron.'],
  ['an answer that is no stream', 'garbage', expect.stringContaining('cannot be read here (content-type: application/json')],
] as [string, Fault, string][])(
  'keeps a stream alive while what was too long is folded, and tells of %s in the form of its API',
  async (_, fault, message) => {
    const summary = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const gateway = await opened(
      {
        async answer({ messages }) {
          if (messages.length > 1) return { text: 'Read.' };
          asked.resolve();
          await summary.promise;
          return { text: 'The parts tell of a kestrel in the attic.' };
        },
      },
      { room: 100_000, summarizer: 'client' },
    );
    gateway.upstream.faults.push('overflow');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const body = JSON.stringify({ model: 'gpt-5', stream: true, input: long });
    const waiting = fetch(`${gateway.url}/v1/responses`, { method: 'POST', body });
    await asked.promise;
    vi.advanceTimersByTime(5_000);
    const answer = await waiting;
    const { next, rest } = reading(answer);
    expect(await next()).toBe(': ping\n\n');
    gateway.upstream.always = fault;
    summary.resolve();
    const events = (await rest())
      .split('\n\n')
      .filter(Boolean)
      .map((block) => JSON.parse(block.replace(/^event:.*\ndata: /, '')));
    expect(events).toMatchObject([
      { type: 'error', error: { message } },
      { type: 'response.failed', response: { object: 'response', status: 'failed', error: { message } } },
    ]);
    expect(answer.headers.get('x-tenfold-retried')).toBe('1');
  },
);

it("says in each API's own words that a request cannot fit", async () => {
  const gateway = await opened({}, { room: 1_000 });
  const words = 'herons wade in the bay '.repeat(3_000);
  const refused = async (path: string, more: object) => {
    const answer = await fetch(`${gateway.url}${path}`, { method: 'POST', body: JSON.stringify({ model: 'gpt-5', ...more }) });
    expect(answer.status).toBe(400);
    return answer.json();
  };
  expect(await refused('/v1/responses', { input: words })).toMatchObject({
    error: { code: 'context_length_exceeded', param: 'input', message: expect.stringContaining('exceeds the context window') },
  });
  expect(await refused('/v1/chat/completions', { messages: [{ role: 'user', content: words }] })).toMatchObject({
    error: { code: 'context_length_exceeded', param: 'messages', message: expect.stringContaining('maximum context length') },
  });
});
