import type { Price } from '@tenfold/core';
import type { ProfileThresholds } from './profiles.ts';

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
