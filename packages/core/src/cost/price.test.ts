import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountingOf, costOf } from './price.ts';

const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

describe('costOf', () => {
  it('takes cached tokens off the input where they are counted within it', () => {
    const usage = { input: 10_000, output: 1_000, cacheRead: 6_000, cacheWrite: 1_000 };
    expect(costOf(usage, price, 'cached-within')).toBeCloseTo((3_000 * 3 + 1_000 * 15 + 6_000 * 0.3 + 1_000 * 3.75) / 1e6, 12);
  });

  it('takes the input as it is where cached tokens are counted apart', () => {
    const usage = { input: 3_000, output: 1_000, cacheRead: 6_000, cacheWrite: 1_000 };
    expect(costOf(usage, price, 'cached-apart')).toBeCloseTo((3_000 * 3 + 1_000 * 15 + 6_000 * 0.3 + 1_000 * 3.75) / 1e6, 12);
  });

  it('charges cached tokens as input where a provider has no price for them', () => {
    expect(costOf({ input: 0, output: 0, cacheRead: 1_000 }, { input: 2, output: 8 }, 'cached-apart')).toBeCloseTo(0.002, 12);
  });

  it('is never negative, whatever a provider reports', () => {
    const tokens = fc.nat(1_000_000);
    fc.assert(
      fc.property(fc.record({ input: tokens, output: tokens, cacheRead: tokens, cacheWrite: tokens }), (usage) => {
        expect(costOf(usage, price, 'cached-within')).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

it('knows who counts cached tokens apart', () => {
  expect(accountingOf('anthropic')).toBe('cached-apart');
  expect(accountingOf('bedrock')).toBe('cached-apart');
  for (const provider of ['openai', 'azure', 'google', 'vertex', 'openrouter', 'openai-compatible'])
    expect(accountingOf(provider)).toBe('cached-within');
});
