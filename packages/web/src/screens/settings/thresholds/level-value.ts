import type { Json } from '@tenfold/core';

/** What one level says: a number of its own, off, or what the next wider level says. */
export type LevelValue = number | 'off' | 'inherit';

/** What is said level by level. */
export const THRESHOLDS = ['soft', 'hard', 'retention', 'answerTokens'] as const;
export type ThresholdName = (typeof THRESHOLDS)[number];

/** What is stored, as a choice: nothing, null and −1 inherit. */
export function levelValue(stored: Json | undefined): LevelValue {
  if (stored === 'off') return 'off';
  return typeof stored === 'number' && stored !== -1 ? stored : 'inherit';
}
