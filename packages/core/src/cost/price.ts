import type { Usage } from '../ask.ts';

/** Dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** What a cached token costs to read, and a token to put into the cache; `input` where a provider has no such price. */
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/**
 * How a provider's `input` relates to cached tokens: Anthropic leaves them out of it, OpenAI and those who speak
 * its API count them in.
 */
export type Accounting = 'cached-apart' | 'cached-within';

/** The accounting of a provider by its name. */
export function accountingOf(provider: string): Accounting {
  return /anthropic|bedrock/i.test(provider) ? 'cached-apart' : 'cached-within';
}

/** What a call cost, in dollars. */
export function costOf(usage: Usage, price: Price, accounting: Accounting): number {
  const { input, output, cacheRead = 0, cacheWrite = 0 } = usage;
  const plain = accounting === 'cached-apart' ? input : Math.max(0, input - cacheWrite - cacheRead);
  const sum =
    plain * price.input +
    output * price.output +
    cacheRead * (price.cacheRead ?? price.input) +
    cacheWrite * (price.cacheWrite ?? price.input);
  return sum / 1_000_000;
}
