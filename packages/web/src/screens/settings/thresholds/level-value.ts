import type { Json } from '@tenfold/core';

/** What one level says: a number of its own, off, or what the next wider level says. */
export type LevelValue = number | 'off' | 'inherit';

/** Which of the three thresholds. */
export type ThresholdName = 'soft' | 'hard' | 'retention';

/** What is stored, as a choice: nothing, null and −1 inherit. */
export function levelValue(stored: Json | undefined): LevelValue {
  if (stored === 'off') return 'off';
  return typeof stored === 'number' && stored !== -1 ? stored : 'inherit';
}

/** A value in words: `80%`, `1,000 tokens`, `off`. */
export function levelWords(name: ThresholdName, value: Json): string {
  if (value === 'off') return 'off';
  if (typeof value !== 'number') return 'inherits';
  return name === 'retention' ? `${value.toLocaleString('en-US')} tokens` : `${value}%`;
}

/** Where a value comes from, in words. */
export function originWords(from: string): string {
  return (
    {
      session: 'from this session',
      profile: 'from this profile',
      model: 'from the model',
      project: 'from the project',
      global: 'from your default',
      default: 'built in',
    }[from] ?? `from ${from}`
  );
}
