import type { ModelLimits } from '@tenfold/contract';
import type { BadgeTone } from '../../../ui/badge.tsx';

/** Who said what a model's limits are, in words. */
export interface SourceWords {
  readonly label: string;
  readonly tone: BadgeTone;
  readonly help: string;
}

/** Who said so; a built-in model whose price is listed got its window from the same list. */
export function sourceOf({ source, price }: Pick<ModelLimits, 'source' | 'price'>): SourceWords {
  if (source === 'api') return { label: 'From the provider', tone: 'normal', help: 'From the provider’s own list of models.' };
  if (source === 'manual')
    return { label: 'Set by you', tone: 'accent', help: 'Entered here. Reset goes back to what is known.' };
  return price === null
    ? { label: 'Default', tone: 'plain', help: 'Nothing is known about this model: a cautious guess.' }
    : { label: 'Built in, price list', tone: 'plain', help: 'Built into the app; window and prices come from its price list.' };
}

/** The day something was said. */
export function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** `95%`, or `inherits` for −1. */
export function thresholdWords(threshold: number): string {
  return threshold === -1 ? 'inherits' : `${threshold}%`;
}
