import { PassThrough } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Tenfold, TurnEvent } from '@tenfold/session';
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { NEVER, Upstream } from '../../../../tests/upstream/upstream.ts';
import { streamsWithin } from '../stream/streams.ts';
import { eventsOf, Problem, textOf } from '../testing/client.ts';
import { realServer } from '../testing/real-server.ts';
import { answerTurn, followTurn } from './messages.ts';

const server = await realServer();
const upstream = await Upstream.open();
afterAll(async () => {
  await server.close();
  await upstream.close();
});
afterEach(() => {
  upstream.faults.length = 0;
  upstream.always = null;
  upstream.manner = {};
});
const { client } = server;

const words = 'Every word of this answer arrives by itself, one after the other, until the last one is here.';
const profile = await client.post('/api/profiles', {
  name: 'Fake',
  provider: 'openai-compatible',
  model: 'fake',
  baseUrl: upstream.url(),
  contextWindow: 16_000,
  maxOutputTokens: 1_000,
});
const newSession = async (settings: object = {}): Promise<string> => {
  const { id } = await client.post('/api/sessions', { profileId: profile.id });
  await client.patch(`/api/sessions/${id}`, { settings });
  return id;
};
const entriesOf = async (session: string) => (await client.get(`/api/sessions/${session}/entries`)).entries;
const talk = (tokens: number) => Array.from({ length: tokens / 2 }, (_, n) => `w${n}`).join(' ');
/** Looks until it holds; a test that never gets there runs into its time limit. */
const until = async <T>(look: () => Promise<T | undefined | false>): Promise<T> => {
  for (;;) {
    const found = await look();
    if (found) return found;
    await wait(20);
  }
};

describe('the stream of a turn', () => {
  it("is what the AI SDK's own reader understands", async () => {
    upstream.manner = { answer: () => ({ text: words }) };
    const session = await newSession();
    const transport = new DefaultChatTransport<UIMessage>({
      api: `${server.url}/api/sessions/${session}/messages`,
      prepareSendMessagesRequest: () => ({ body: { text: 'Go on.' } }),
    });
    const stream = await transport.sendMessages({
      trigger: 'submit-message',
      chatId: session,
      messageId: undefined,
      messages: [],
      abortSignal: undefined,
    });
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream, terminateOnError: true })) last = message;
    expect(last?.parts).toMatchObject([{ type: 'text', text: words, state: 'done' }]);
    expect(last?.metadata).toMatchObject({ branch: 'main', outcome: 'answered' });
    const [, answer] = await entriesOf(session);
    expect(answer).toMatchObject({ parts: [{ text: words }], model: 'openai-compatible:fake' });
    expect(answer.outputTokens).toBeGreaterThan(0);
  });

  it('tells of tool calls and their results', async () => {
    let asked = 0;
    upstream.manner = {
      answer: () =>
        asked++ === 0 ? { calls: [{ id: 'c1', name: 'recall', input: { query: 'walrus' } }] } : { text: 'Found it.' },
    };
    const session = await newSession({ recallTools: 'on' });
    await client.post(`/api/sessions/${session}/entries`, { messages: [{ role: 'user', text: 'The walrus is in the cellar.' }] });
    const chunks = await client.say(session, { text: 'Where was it?' });
    expect(chunks.filter(({ type }) => type.startsWith('tool-'))).toMatchObject([
      { type: 'tool-input-available', toolCallId: 'c1', toolName: 'recall', input: { query: 'walrus' } },
      { type: 'tool-output-available', toolCallId: 'c1', output: expect.stringContaining('cellar') },
    ]);
    expect(textOf(chunks)).toBe('Found it.');
  });

  it('goes on without its reader, and the whole answer is stored', async () => {
    upstream.manner = { answer: () => ({ text: words }) };
    upstream.always = { drip: 15 };
    const session = await newSession();
    const gone = new AbortController();
    const response = await client.request(
      'POST',
      `/api/sessions/${session}/messages`,
      { text: 'Go on.' },
      { signal: gone.signal },
    );
    for await (const { data } of eventsOf(response)) if (data.includes('text-delta')) break;
    gone.abort();
    const answer = await until(async () => (await entriesOf(session))[1]);
    expect(answer.parts[0].text).toBe(words);
    expect(answer.aborted).toBeUndefined();
  });

  it('can be joined again by who left it: all that has come, then the rest', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    let asked = 0;
    upstream.manner = {
      async answer() {
        if (asked++ === 0) return { text: words, calls: [{ id: 'c1', name: 'recall', input: { query: 'nothing' } }] };
        await opened;
        return { text: 'And the end.' };
      },
    };
    const session = await newSession({ recallTools: 'on' });
    const gone = new AbortController();
    const sent = { text: 'Go on.' };
    const response = await client.request('POST', `/api/sessions/${session}/messages`, sent, { signal: gone.signal });
    for await (const { data } of eventsOf(response)) if (data.includes('tool-output-available')) break;
    gone.abort();
    // The first step is stored before the second is asked for.
    await until(async () => (await entriesOf(session)).length >= 3);
    const transport = new DefaultChatTransport<UIMessage>({
      prepareReconnectToStreamRequest: () => ({ api: `${server.url}/api/sessions/${session}/turn` }),
    });
    const stream = await transport.reconnectToStream({ chatId: session });
    open();
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream: stream as NonNullable<typeof stream> })) last = message;
    expect(last?.parts).toMatchObject([{ type: 'text', text: 'And the end.', state: 'done' }]);
    expect(last?.metadata).toMatchObject({ outcome: 'answered' });
    expect(await transport.reconnectToStream({ chatId: session })).toBeNull();
  });

  it('ends at once when somebody stops it, and what has come is kept', async () => {
    upstream.manner = { answer: () => ({ text: words }) };
    upstream.always = { drip: 40, until: NEVER };
    const session = await newSession();
    const response = await client.request('POST', `/api/sessions/${session}/messages`, { text: 'Go on.' });
    const chunks = [];
    for await (const { data } of eventsOf(response)) {
      if (data === '[DONE]') break;
      chunks.push(JSON.parse(data));
      if (chunks.at(-1).type === 'text-start') client.post(`/api/sessions/${session}/stop`).catch(() => {});
    }
    expect(chunks.at(-1)).toMatchObject({ type: 'abort' });
    const [, answer] = await entriesOf(session);
    expect(answer.aborted).toBe(true);
    expect(words.startsWith(answer.parts[0].text.trim())).toBe(true);
  });

  it('tells of an upstream that fails with what was kept and what to do', async () => {
    upstream.always = { status: 401, message: 'Incorrect API key provided: sk-abcdefgh12345678.' };
    const chunks = await client.say(await newSession(), { text: 'Hello?' });
    const problem = chunks.find(({ type }) => type === 'data-error');
    expect(problem.data).toMatchObject({ code: 'upstream-failed', status: 502, kept: expect.stringContaining('stored') });
    expect(JSON.stringify(chunks)).not.toContain('sk-abcdefgh12345678');
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { outcome: 'failed' } });
  });
});

describe('a turn that breaks in a way nobody foresaw', () => {
  const breaking = (events: readonly TurnEvent[]) => {
    async function* send() {
      yield* events;
      throw new TypeError('secret /path');
    }
    const turns = { send, follow: async () => send() };
    return { turns } as unknown as Tenfold;
  };
  const operator = { owner: 'local', admission: null };
  const start: TurnEvent = { type: 'start', turn: 't', branch: 'main', model: 'm' };
  const word: TurnEvent = { type: 'text', id: 'x', delta: 'Hm' };

  it('before it begins is a problem', async () => {
    const response = await answerTurn(breaking([start]), 's', {}, streamsWithin('local').open('turn', operator));
    if (!(response instanceof Response)) throw new Error('This is a stream.');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
  });

  it('before it can be told whether it is refused is a problem, and ends', async () => {
    const ended = vi.fn();
    async function* send() {
      try {
        yield start;
        yield { type: 'queued', reason: 'hard' } as const;
        yield word;
      } finally {
        ended();
      }
    }
    const settings = { effective: () => Promise.reject(new TypeError('secret /path')) };
    const broken = { turns: { send }, settings } as unknown as Tenfold;
    const response = await answerTurn(broken, 's', {}, streamsWithin('local').open('turn', operator));
    expect(response).toMatchObject({ status: 500 });
    expect(ended).toHaveBeenCalledOnce();
  });

  it.each([
    ['send', (turns: Tenfold) => answerTurn(turns, 's', {}, streamsWithin('local').open('turn', operator))],
    ['follow', (turns: Tenfold) => followTurn(turns, 's', () => streamsWithin('local').open('turn', operator))],
  ])('later is told in the stream (%s)', async (_, read) => {
    const response = await read(breaking([start, word]));
    if (response instanceof Response) throw new Error('This is no stream.');
    const reader = new PassThrough();
    response.join(reader);
    const text = await readText(reader);
    expect(text).toContain('"code":"internal-error"');
    expect(text).not.toContain('secret');
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });
});

describe('a turn that is refused', () => {
  it('before it begins is a problem, not a stream', async () => {
    const session = await newSession();
    const problem = await client.say(session, { text: 'Hi', expect: 99 }).catch((error) => error);
    expect(problem).toBeInstanceOf(Problem);
    expect(problem).toMatchObject({ status: 409, code: 'conflict' });
    expect(await client.say('nowhere', { text: 'Hi' }).catch((error) => error)).toMatchObject({ status: 404 });
    expect(await client.say(session, {}).catch((error) => error)).toMatchObject({ status: 400, code: 'invalid-request' });
  });

  it('for a full context while it stood in line says so in the stream, with the same code and choices', {
    timeout: 60_000,
  }, async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    upstream.manner = {
      async answer() {
        await opened;
        return { text: 'Fine.' };
      },
    };
    const session = await newSession({ onFailure: 'ask', soft: 'off', recallTools: 'off' });
    const messages = Array.from({ length: 3 }, (_, n) => ({ role: n % 2 ? 'assistant' : 'user', text: `${n} ${talk(2_600)}` }));
    await client.post(`/api/sessions/${session}/entries`, { messages });
    const first = client.say(session, { text: 'First.' });
    await until(async () => (await entriesOf(session)).length === 4);
    const send = { text: 'Now?', idempotencyKey: 'now' };
    const response = await client.request('POST', `/api/sessions/${session}/messages`, send);
    const queued = await until(async () => (await client.get(`/api/sessions/${session}/queue`)).messages[0]);
    expect(queued).toMatchObject({ text: send.text, idempotencyKey: 'now', state: 'waiting' });
    await client.patch(`/api/sessions/${session}`, { settings: { hard: 50 } });
    // The first request is let through, whatever is asked afterwards is refused.
    upstream.always = { status: 400, message: 'No.' };
    open();
    await first;
    const chunks = [];
    for await (const { data } of eventsOf(response)) if (data !== '[DONE]') chunks.push(JSON.parse(data));
    expect(chunks[0]).toMatchObject({ type: 'data-queued', data: { reason: 'turn' } });
    expect(chunks.find(({ type }) => type === 'data-error')?.data).toMatchObject({
      status: 409,
      code: 'context-full',
      choices: ['retry', 'truncate', 'send-anyway'],
      tokens: expect.any(Number),
    });
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { outcome: 'waiting' } });
    upstream.always = null;
    const again = await client.say(session, { ...send, overflow: 'truncate' });
    expect(again.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { outcome: 'answered' } });
    expect(
      (await entriesOf(session)).filter((entry: { parts: { text: string }[] }) => entry.parts[0]?.text === send.text),
    ).toHaveLength(1);
  });

  it('for a full context waits for a choice, and takes it', { timeout: 60_000 }, async () => {
    upstream.always = { status: 400, message: 'No.' };
    const session = await newSession({ onFailure: 'ask', soft: 'off' });
    const messages = Array.from({ length: 8 }, (_, n) => ({ role: n % 2 ? 'assistant' : 'user', text: `${n} ${talk(2_600)}` }));
    await client.post(`/api/sessions/${session}/entries`, { messages });
    const send = { text: 'Now?', idempotencyKey: 'now' };
    const problem = await client.say(session, send).catch((error) => error);
    expect(problem).toMatchObject({ status: 409, code: 'context-full' });
    expect(problem.facts).toMatchObject({
      choices: ['retry', 'truncate', 'send-anyway'],
      todo: expect.stringContaining('Choose'),
    });
    upstream.always = null;
    const chunks = await client.say(session, { ...send, overflow: 'truncate' });
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { outcome: 'answered' } });
    expect(chunks.some(({ type }) => type === 'data-queued')).toBe(true);
    expect(
      (await entriesOf(session)).filter((entry: { parts: { text: string }[] }) => entry.parts[0]?.text === 'Now?'),
    ).toHaveLength(1);
  });
});

it('leaves a turn that there is no stream for to follow it with', async () => {
  const left = vi.fn(async () => ({ done: true, value: undefined }) as const);
  const events = { next: () => new Promise<never>(() => {}), return: left };
  // Believed: of all it has, only this is asked for.
  const tenfold = { turns: { follow: async () => events } } as unknown as Tenfold;
  const full = () => {
    throw new Error('too many streams');
  };
  await expect(followTurn(tenfold, 's', full)).rejects.toThrow('too many');
  expect(left).toHaveBeenCalledOnce();
});
