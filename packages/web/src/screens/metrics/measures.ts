import { dollars, duration, percent, short, whole } from '../../ui/figures.ts';
import type { Day } from './day-series.ts';

/** Something that is followed from day to day. */
export interface Measure {
  readonly id: 'tokensSaved' | 'saved' | 'averageReduction' | 'averageSeconds' | 'failures';
  readonly name: string;
  readonly about: string;
  readonly color: string;
  /** What is said where every day is zero. */
  readonly none: string;
  show(value: number): string;
  of(day: Day): number;
}

/** What is charted, each with its table. */
export const MEASURES: readonly Measure[] = [
  {
    id: 'tokensSaved',
    name: 'Tokens saved',
    about: 'Removed from the context of every later request. What was undone is not counted.',
    color: 'var(--color-accent)',
    none: 'Nothing saved in this range',
    show: short,
    of: (day) => day.tokensSaved,
  },
  {
    id: 'saved',
    name: 'Saved so far',
    about:
      'Dollars saved on the requests made since, minus the cost of the summaries and of rewriting the prompt cache. Below zero means it has not paid for itself yet.',
    color: 'var(--color-normal)',
    none: 'No prices known for the models used',
    show: dollars,
    of: (day) => day.saved,
  },
  {
    id: 'averageReduction',
    name: 'Reduction',
    about: 'Average share of the context that was removed.',
    color: 'var(--kind-summary)',
    none: 'Nothing condensed in this range',
    show: percent,
    of: (day) => day.averageReduction,
  },
  {
    id: 'averageSeconds',
    name: 'Time',
    about: 'Average time a condensation took.',
    color: 'var(--kind-results)',
    none: 'Nothing condensed in this range',
    show: (seconds) => duration(seconds * 1_000),
    of: (day) => day.averageSeconds,
  },
  {
    id: 'failures',
    name: 'Failures',
    about: 'Condensations that failed. Nothing was lost.',
    color: 'var(--color-critical)',
    none: 'None failed in this range',
    show: whole,
    of: (day) => day.failures,
  },
];
