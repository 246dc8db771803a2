import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Message } from '@tenfold/core';
import { aiSdk } from '@tenfold/dialects';
import { expect, it } from 'vitest';
import { bench } from '../testing/bench.ts';
import { offlineModel } from '../upstream/offline-model.ts';
import { PartialAnswer, streamStep } from './stream-step.ts';

const usage = {
  inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
};
const END: LanguageModelV4StreamPart = { type: 'finish', usage, finishReason: { unified: 'stop', raw: 'stop' } };

/** What comes of a model that streams these parts. */
async function answered(...parts: readonly LanguageModelV4StreamPart[]): Promise<readonly Message[]> {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const { store } = await bench();
  const { messages } = await streamStep({
    model: { ...offlineModel(async () => []), doStream: async () => ({ stream: ReadableStream.from([...parts, END]) }) },
    prompt: { messages: [{ role: 'user', content: 'Well?' }], tools: {}, allowSystemInMessages: false },
    maxOutputTokens: null,
    signal: new AbortController().signal,
    idleTimeoutMs: 10_000,
    partial: new PartialAnswer({ store, now: () => 1, log, lease: 1 }, 'row'),
    emit: () => {},
  });
  return messages;
}

const words: readonly LanguageModelV4StreamPart[] = [
  { type: 'text-start', id: 'a' },
  { type: 'text-delta', id: 'a', delta: 'Blue, ' },
  { type: 'text-delta', id: 'a', delta: 'of course.' },
  { type: 'text-end', id: 'a' },
];

it('takes an answer of nothing but words as it came', async () => {
  const parts = [{ type: 'text', text: 'Blue, of course.' }];
  expect(await answered(...words)).toEqual([{ role: 'assistant', parts }]);
  expect(await answered({ type: 'text-start', id: 'a' }, { type: 'text-end', id: 'a' })).toEqual([]);
  // Half a character is kept; it is mended on its way to a model.
  const halves = words.slice(0, 1).concat({ type: 'text-delta', id: 'a', delta: 'Blue\ud83d' }, words.slice(3));
  expect(await answered(...halves)).toEqual([{ role: 'assistant', parts: [{ type: 'text', text: 'Blue\ud83d' }] }]);
});

it('keeps what a provider notes beside words, and thinking before them', async () => {
  const providerMetadata = { google: { thoughtSignature: 'c2lnbmVk' } };
  const extra = { [aiSdk.id]: { fields: { providerOptions: providerMetadata } } };
  const noted = await answered(...words.slice(0, 3), { type: 'text-end', id: 'a', providerMetadata });
  expect(noted).toEqual([{ role: 'assistant', parts: [{ type: 'text', text: 'Blue, of course.', extra }] }]);
  const thought = await answered(
    { type: 'reasoning-start', id: 'r' },
    { type: 'reasoning-delta', id: 'r', delta: 'The sky?' },
    { type: 'reasoning-end', id: 'r' },
    ...words,
  );
  const parts = [
    { type: 'reasoning', text: 'The sky?' },
    { type: 'text', text: 'Blue, of course.' },
  ];
  expect(thought).toEqual([{ role: 'assistant', parts }]);
});
