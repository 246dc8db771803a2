import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** What folding came to lately, for a dashboard. */
export const metricsSummaryRoutes = routes(api.metrics, {
  summary: ({ tenfold, query }) => tenfold.metrics.summary(query.days),
});
