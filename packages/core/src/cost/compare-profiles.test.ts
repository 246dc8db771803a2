import { expect, it } from 'vitest';
import { budgetOf } from '../budget.ts';
import { conversationOf } from '../conversation.ts';
import { native } from '../strategies/native.ts';
import { generateTranscript } from '../testing/index.ts';
import { unitCounter } from '../testing/stand-ins.ts';
import { transcriptOf } from '../transcript.ts';
import { compareProfiles } from './compare-profiles.ts';
import { estimateRun } from './estimate.ts';
import type { PricedProfile } from './profile.ts';

const profile = (id: string, input: number, output: number, window = 200_000): PricedProfile => ({
  id,
  name: id,
  provider: 'openai',
  model: id,
  price: { input, output },
  window,
  maxOutput: 32_000,
  supportsPromptCache: false,
});
const { messages } = generateTranscript({ seed: 1, tokens: 20_000 });
const estimate = estimateRun({
  conversation: conversationOf(transcriptOf(messages)),
  strategy: native,
  passes: native.passes(native.config.defaults),
  budget: budgetOf(40_000),
  count: unitCounter(),
  limit: null,
  askRoom: 30_000,
});
const own = profile('own', 3, 15);

it('prices every ask of a dry run', () => {
  expect(estimate.asks.length).toBeGreaterThan(1);
  const bound = estimate.asks.reduce((sum, ask) => sum + ask.tokens, 0);
  expect(estimate.input).toBeGreaterThan(bound * 0.8);
  expect(estimate.input).toBeLessThan(bound * 1.01);
  expect(estimate.outcome.report.asks).toBe(estimate.asks.length);
});

it('recommends the cheapest profile whose window takes the largest ask', () => {
  const cheap = profile('cheap', 0.15, 0.6);
  const small = profile('small', 0.01, 0.01, 8_000);
  const { costs, recommended } = compareProfiles(estimate, [own, cheap, small], own);
  expect(costs.map((cost) => cost.profile.id)).toEqual(['small', 'cheap', 'own']);
  expect(costs.map((cost) => cost.fits)).toEqual([false, true, true]);
  expect(recommended).toBe(cheap);
  const [, second, last] = costs;
  expect(last?.saving).toBe(0);
  expect(second?.saving).toBeCloseTo((last?.cost ?? 0) - (second?.cost ?? 0), 12);
});

it('recommends nothing when no window is large enough', () => {
  expect(compareProfiles(estimate, [profile('tiny', 1, 1, 1_000)], own).recommended).toBeNull();
});
