import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, countInQuery, list, namedObject } from './json.ts';

/** What some runs came to. Undone ones save nothing, but what they cost is spent. */
export const RunTotals = z.object({
  folds: count,
  tokensSaved: z.number(),
  cost: z.number(),
  /** Dollars by the requests made since, summarizer and cache rewrite taken off. */
  saved: z.number(),
  /** The same over the turns that were expected. */
  expectedSaving: z.number(),
  averageSeconds: z.number(),
  /** Share of the context that went. */
  averageReduction: z.number(),
});
export type RunTotals = z.infer<typeof RunTotals>;

/** What folding came to lately. */
export const MetricsSummary = namedObject('MetricsSummary', {
  ...RunTotals.shape,
  days: list(z.object({ day: z.string(), ...RunTotals.shape, failures: count })),
  strategies: list(z.object({ strategy: z.string(), ...RunTotals.shape })),
  byStrategy: z.record(z.string(), count).readonly(),
  byTrigger: z.record(z.string(), count).readonly(),
  p95Seconds: z.number(),
  failures: count,
  ratings: z.object({ count, average: z.number().nullable() }),
  checkpoints: count,
  storageBytes: count,
});
export type MetricsSummary = z.infer<typeof MetricsSummary>;

const { get } = endpoints('metrics');

/** What folding came to lately, for a dashboard. */
export const metrics = {
  summary: get('/api/metrics-summary', 'Folds, tokens and money of the last days', MetricsSummary, {
    query: z.object({ days: countInQuery.min(1).max(366).default(30) }),
  }),
};
