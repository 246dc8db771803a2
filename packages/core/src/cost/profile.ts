import type { Price } from './price.ts';

/** A configured model with its prices: who could answer an ask, or holds the conversation. */
export interface PricedProfile {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly price: Price;
  readonly window: number;
  readonly maxOutput: number;
  readonly supportsPromptCache: boolean;
}
