import type { Factors } from './families.ts';
import { mixtureOf } from './text-kind.ts';

/** Solid characters an o200k token of code covers where the factor for code holds as it stands. */
export const CODE_PIVOT = 2.43;
/** Beyond these the line is not followed. */
const MIN_SOLID = 2;
const MAX_SOLID = 3.6;

/** What a family needs for a text of `tokens` o200k tokens, relative to them: by script and kind of its characters. */
export function textFactor(factors: Factors, text: string, tokens: number): number {
  const { shares, solid } = mixtureOf(text);
  let factor = 0;
  for (const [kind, share] of shares) {
    factor += share * factors[kind];
    // Where o200k packs much code into a token, vocabularies with shorter words for code fall further behind.
    if (kind === 'code') factor += share * factors.codeSlope * (solidPerToken(text.length * solid, tokens) - CODE_PIVOT);
  }
  return factor;
}

function solidPerToken(solid: number, tokens: number): number {
  return Math.min(Math.max(solid / tokens, MIN_SOLID), MAX_SOLID);
}
