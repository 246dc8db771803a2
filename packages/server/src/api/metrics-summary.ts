import * as z from 'zod';
import { count, countInQuery, list, named } from '../json.ts';
import { route } from '../route.ts';

const totals = {
  folds: count,
  tokensSaved: z.number(),
  cost: z.number(),
  saved: z.number(),
  averageSeconds: z.number(),
  averageReduction: z.number(),
};

const summarySchema = named(
  'MetricsSummary',
  z.object({
    ...totals,
    days: list(z.object({ day: z.string(), ...totals, failures: count })),
    strategies: list(z.object({ strategy: z.string(), ...totals })),
    byStrategy: z.record(z.string(), count).readonly(),
    byTrigger: z.record(z.string(), count).readonly(),
    p95Seconds: z.number(),
    failures: count,
    ratings: z.object({ count, average: z.number().nullable() }),
    checkpoints: count,
    storageBytes: count,
  }),
);

/** What folding came to lately, for a dashboard. */
export const metricsSummaryRoutes = [
  route({
    method: 'get',
    path: '/api/metrics-summary',
    tag: 'metrics',
    summary: 'Folds, tokens and money of the last days',
    query: z.object({ days: countInQuery.min(1).max(366).default(30) }),
    answer: summarySchema,
    handle: ({ tenfold, query }) => tenfold.metrics.summary(query.days),
  }),
];
