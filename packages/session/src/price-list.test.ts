import { models } from '@tenfold/core';
import { expect, it } from 'vitest';
import { listedModel } from './price-list.ts';

it('knows the price of every model that is described', () => {
  for (const { provider, model } of models) expect(listedModel(provider, model)?.price.input, model).toBeGreaterThan(0);
});

it('has cache prices where the provider has them', () => {
  expect(listedModel('anthropic', 'claude-sonnet-4-5')?.price).toEqual({
    input: 3,
    output: 15,
    cacheRead: 0.3,
    cacheWrite: 3.75,
  });
  expect(listedModel('openai', 'gpt-4o')?.price).toMatchObject({ input: 2.5, output: 10, cacheRead: 1.25 });
});

it('knows clouds by the models they serve, and nothing of others', () => {
  expect(listedModel('vertex', 'gemini-2.5-pro')?.price.input).toBe(1.25);
  expect(listedModel('openai-compatible', 'llama3')).toBeUndefined();
});
