import { expect, it } from 'vitest';
import { parseTarget, parseTokens, targetTokens } from './options.ts';

it('reads tokens as people write them', () => {
  expect(['12000', '12,000', '12_000', '12k', '1.5K', '2M', '0'].map(parseTokens)).toEqual([
    12_000, 12_000, 12_000, 12_000, 1_500, 2_000_000, 0,
  ]);
  for (const wrong of ['', 'many', '-5', '12kb', '1e5', '12 000 000k'])
    expect(() => parseTokens(wrong)).toThrow('number of tokens');
});

it('reads a target as tokens or as a share of the room', () => {
  expect(targetTokens(parseTarget('40%'), 105_216)).toBe(42_086);
  expect(targetTokens(parseTarget('12k'), 105_216)).toBe(12_000);
  for (const wrong of ['0', '0%', '101%', '%', '-3', 'half', ''])
    expect(() => parseTarget(wrong)).toThrow('Expected tokens above 0');
});
