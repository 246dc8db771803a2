import type { ProfileThresholds } from '@tenfold/contract';
import type { Price } from '@tenfold/core';

/** A profile's config as it is stored. */
export interface ProfileConfig {
  readonly price?: Price;
  readonly supportsPromptCache?: boolean;
  readonly contextWindow?: number;
  readonly maxOutputTokens?: number;
  readonly thresholds?: ProfileThresholds;
  readonly customPrompt?: string;
  readonly options?: Readonly<Record<string, string>>;
}
