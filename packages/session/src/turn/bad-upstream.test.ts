import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../tests/upstream/upstream.ts';
import { answerOf, outcomeOf } from '../testing/bench.ts';
import { talkWith } from '../testing/talk-with.ts';

const ALL_PROVIDERS = [
  ['openai', 'gpt-4o'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['google', 'gemini-2.5-flash'],
  ['openai-compatible', 'llama3'],
] as const;
const PROVIDERS = process.env.TENFOLD_DEEP === '1' ? ALL_PROVIDERS : ALL_PROVIDERS.slice(0, 1);

const LONG_ANSWER = { text: 'one two three four five six seven eight nine ten eleven twelve' };

/** Faults a second try gets over, as long as nothing has come. */
const PASSING: readonly Fault[] = ['reset', 'html', { status: 429, retryAfter: 0 }, { status: 529 }];

/** Faults that come in the middle of an answer. */
const TORN: readonly (readonly [string, Fault])[] = [
  ['a cut stream', 'cut'],
  ['an error inside a 200', 'fail-inside'],
];

describe.each(PROVIDERS)('%s misbehaving', (provider, model) => {
  it('passing trouble is tried again and answered', async () => {
    const { say, session, upstream, tenfold } = await talkWith(provider, model, { answer: () => LONG_ANSWER });
    for (const [index, fault] of PASSING.entries()) {
      upstream.faults.push(fault);
      const events = await say(session, `Count to twelve, ${index}.`);
      expect(outcomeOf(events)).toBe('answered');
      expect(answerOf(events)).toBe(LONG_ANSWER.text);
      expect(upstream.seen).toHaveLength(2 * index + 2);
    }
    expect((await tenfold.sessions.entries(session)).total).toBe(2 * PASSING.length);
  });

  it.each(TORN)('%s keeps what has come, marked as aborted, and does not ask twice', async (_, fault) => {
    const { say, session, upstream, tenfold, store } = await talkWith(provider, model, { answer: () => LONG_ANSWER });
    upstream.faults.push(fault);
    const events = await say(session, 'Count to twelve.');
    expect(outcomeOf(events)).toBe('failed');
    expect(events.find((event) => event.type === 'error')).toMatchObject({ code: 'upstream-failed' });
    expect(upstream.seen).toHaveLength(1);
    const { entries } = await tenfold.sessions.entries(session);
    expect(entries).toHaveLength(2);
    expect(entries[1]).toMatchObject({ role: 'assistant', aborted: true });
    expect(LONG_ANSWER.text.startsWith(answerOf(events).trim().slice(0, 7))).toBe(true);
    expect(await store.pending.list()).toEqual([]);
  });

  it.each([-1, 1e300])('a bill of %d times the tokens is taken for none', async (bill) => {
    const { say, session, upstream, tenfold } = await talkWith(provider, model, { answer: () => LONG_ANSWER });
    upstream.faults.push({ bill });
    expect(outcomeOf(await say(session, 'Count to twelve.'))).toBe('answered');
    const { entries } = await tenfold.sessions.entries(session);
    expect(entries[1]).toMatchObject({ role: 'assistant', inputTokens: null, outputTokens: null });
    expect(outcomeOf(await say(session, 'And again.'))).toBe('answered');
  });

  it('a refusal for good is never repeated', async () => {
    const { say, session, upstream, tenfold } = await talkWith(provider, model);
    for (const [index, status] of [400, 401, 402, 403].entries()) {
      upstream.faults.push({ status });
      expect(outcomeOf(await say(session, `Hello ${index}?`))).toBe('failed');
      expect(upstream.seen).toHaveLength(index + 1);
    }
    expect((await tenfold.sessions.entries(session)).entries.map(({ role }) => role)).toEqual(['user', 'user', 'user', 'user']);
    expect(outcomeOf(await say(session, 'And now?'))).toBe('answered');
    expect(upstream.seen.at(-1)?.refused).toEqual([]);
  });

  it.each([
    ['nothing', {}],
    ['blank space', { text: '\n\n' }],
  ])('[H2] an answer of %s does not end the conversation', async (_, answer) => {
    const { say, session, upstream } = await talkWith(provider, model, { answer: () => answer });
    await say(session, 'Hello?');
    upstream.manner = {};
    const isTold = (event: { type: string; code?: string }) => event.type === 'warning' && event.code === 'mended';
    const events = await say(session, 'Are you there?');
    expect([outcomeOf(events), events.filter(isTold).length]).toEqual(['answered', 1]);
    expect(upstream.seen.at(-1)?.refused).toEqual([]);
    expect((await say(session, 'Still?')).some(isTold)).toBe(false);
  });

  it('[H10] an answer without end is stopped, kept and marked, and the conversation goes on', async () => {
    const flood = { text: `${'x'.repeat(9_999)} `.repeat(40) };
    const { say, session, upstream, tenfold, store } = await talkWith(
      provider,
      model,
      { answer: () => flood },
      { wish: { maxOutputTokens: 500 } },
    );
    const events = await say(session, 'Tell me everything.');
    expect(outcomeOf(events)).toBe('failed');
    expect(events.find((event) => event.type === 'error')).toMatchObject({
      code: 'upstream-failed',
      message: expect.stringContaining('did not end'),
    });
    expect(upstream.seen).toHaveLength(1);
    const { entries } = await tenfold.sessions.entries(session);
    expect(entries[1]).toMatchObject({ role: 'assistant', aborted: true });
    expect(answerOf(events).length).toBeLessThan(flood.text.length / 4);
    expect(await store.pending.list()).toEqual([]);
    upstream.manner = {};
    expect(outcomeOf(await say(session, 'Shorter, please.'))).toBe('answered');
    expect(upstream.seen.at(-1)?.refused).toEqual([]);
  });

  it('[H10] an answer of calls without end is stopped, and the conversation goes on', { timeout: 60_000 }, async () => {
    const calls = Array.from({ length: 1_500 }, (_, at) => ({ id: `call-${at}`, name: 'f', input: {} }));
    const { say, session, upstream } = await talkWith(provider, model, { answer: () => ({ calls }) });
    const events = await say(session, 'Look everything up.');
    expect(outcomeOf(events)).toBe('failed');
    expect(events.find((event) => event.type === 'error')).toMatchObject({ message: expect.stringContaining('2,000 parts') });
    expect(upstream.seen).toHaveLength(1);
    upstream.manner = {};
    expect(outcomeOf(await say(session, 'Less, please.'))).toBe('answered');
    expect(upstream.seen.at(-1)?.refused).toEqual([]);
  });

  it('garbage ends the turn without an answer', async () => {
    const { say, session, upstream, tenfold } = await talkWith(provider, model);
    upstream.always = 'garbage';
    const events = await say(session, 'Hello?');
    expect(outcomeOf(events)).toBe('failed');
    expect((await tenfold.sessions.entries(session)).total).toBe(1);
  });

  it('silence ends the turn', async () => {
    const { say, session, upstream, tenfold } = await talkWith(provider, model);
    await tenfold.settings.change({ answerTimeout: 1 });
    upstream.always = 'hang';
    const events = await say(session, 'Hello?');
    expect(outcomeOf(events)).toBe('failed');
    expect(events.find((event) => event.type === 'error')?.type === 'error' && JSON.stringify(events)).toContain(
      'said nothing for 1 s',
    );
  });

  it('a slow answer comes whole', async () => {
    const { say, session, upstream } = await talkWith(provider, model, { answer: () => LONG_ANSWER });
    upstream.faults.push({ drip: 5 });
    expect(answerOf(await say(session, 'Count.'))).toBe(LONG_ANSWER.text);
  });

  it('a bill that lies moves the factor only so far', async () => {
    const { say, session, upstream, store } = await talkWith(provider, model);
    upstream.faults.push({ bill: 1000 }, { bill: 0.001 });
    await say(session, 'word '.repeat(400));
    await say(session, 'word '.repeat(400));
    expect((await store.models.get(`${provider}:${model}`))?.bills).toEqual([]);
  });
});

it('says a key that is refused without showing it', async () => {
  const { say, session, upstream, logged } = await talkWith('openai', 'gpt-4o');
  upstream.always = { status: 401, message: 'Incorrect API key provided: sk-canary-1234567890.' };
  const events = await say(session, 'Hello?');
  expect(JSON.stringify([events, logged])).not.toContain('canary');
});

it('does not wait longer than a provider may ask for', async () => {
  const { say, session, upstream } = await talkWith('openai', 'gpt-4o');
  upstream.faults.push({ status: 429, retryAfter: 3_600 });
  expect(outcomeOf(await say(session, 'Hello?'))).toBe('failed');
  expect(upstream.seen).toHaveLength(1);
});
