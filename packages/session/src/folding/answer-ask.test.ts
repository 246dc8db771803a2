import type { FlatAsk } from '@tenfold/core';
import { expect, it } from 'vitest';
import { Upstream } from '../../../../tests/upstream/upstream.ts';
import { SILENT } from '../log.ts';
import { createMeter } from '../meter.ts';
import type { ReadyProfile } from '../settings/ready-profile.ts';
import { bench } from '../testing/bench.ts';
import { answerAsk } from './answer-ask.ts';
import type { Summarizer } from './summarizers.ts';

const ask: FlatAsk = { key: 'k', instructions: 'Shorten.', material: 'Many words.', maxTokens: 50, expected: 20, tokens: 30 };

function summarizer(name: string, baseUrl: string): Summarizer {
  const endpoint = { provider: 'openai-compatible', model: name, baseUrl } as const;
  const profile: ReadyProfile = {
    id: name,
    name,
    endpoint,
    modelId: `openai-compatible:${name}`,
    price: null,
    priceFrom: null,
    supportsPromptCache: false,
    bindsThinking: false,
    fileTypes: [],
    config: {},
    keyFrom: null,
  };
  return { profile, room: 10_000, maxOutput: 1_000, window: 16_000 };
}

async function setting() {
  const { store } = await bench();
  const [first, second] = [await Upstream.open(), await Upstream.open({ answer: () => ({ text: 'Short.' }) })];
  const paid: (number | null)[] = [];
  const controller = new AbortController();
  const terms = {
    store,
    meter: createMeter(store, Date.now, SILENT),
    send: fetch,
    now: Date.now,
    monotonic: () => performance.now(),
    signal: controller.signal,
    paid: (dollars: number | null) => void paid.push(dollars),
  };
  const close = () => Promise.all([first.close(), second.close()]);
  return {
    first,
    second,
    terms,
    paid,
    controller,
    close,
    order: [summarizer('first', first.url()), summarizer('second', second.url())],
  };
}

it('asks the next when the first takes too long, and says who answered', async () => {
  const { first, second, terms, order, close } = await setting();
  first.always = 'hang';
  // Once the first was asked, whatever is behind it has all the time of the world.
  const deadline = 5_000;
  let now = 0;
  const send: typeof fetch = (...request) => {
    now = -60_000;
    return fetch(...request);
  };
  const answer = await answerAsk(ask, order, { ...terms, send, monotonic: () => now, deadline });
  expect(answer).toMatchObject({ ok: true, text: 'Short.', by: 'second' });
  expect([first.seen.length, second.seen.length]).toEqual([1, 1]);
  await close();
});

it('asks the next when the first refuses or says nothing, and names all when none can', async () => {
  const { first, second, terms, order, close, paid } = await setting();
  const deadline = performance.now() + 20_000;
  first.always = { status: 401 };
  expect(await answerAsk(ask, order, { ...terms, deadline })).toMatchObject({ by: 'second' });
  expect(paid).toEqual([null]);
  expect(await answerAsk(ask, order, { ...terms, deadline })).toMatchObject({ by: 'second' });
  expect(second.seen).toHaveLength(1);
  first.always = 'empty';
  second.always = { status: 402 };
  const failed = await answerAsk({ ...ask, key: 'other' }, order, { ...terms, deadline });
  expect(failed).toEqual({ ok: false, error: expect.stringMatching(/^first: .*; second: /) });
  await close();
});

it('has no time, or nobody to ask', async () => {
  const { terms, order, close } = await setting();
  expect(await answerAsk(ask, order, { ...terms, deadline: performance.now() - 1 })).toEqual({
    ok: false,
    error: 'there was no time left',
  });
  expect(await answerAsk(ask, [], { ...terms, deadline: performance.now() + 1_000 })).toEqual({
    ok: false,
    error: 'no model is set up',
  });
  await close();
});

it('ends at once when the run is cancelled', async () => {
  const { first, terms, order, controller, close } = await setting();
  first.always = 'hang';
  const asked = answerAsk(ask, order, { ...terms, deadline: performance.now() + 60_000 });
  controller.abort();
  await expect(asked).rejects.toThrow();
  await close();
});
