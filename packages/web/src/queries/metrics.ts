import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { keys } from './keys.ts';

/** What folding came to in the last days. */
export function useMetricsSummary(days: number) {
  return useQuery({
    queryKey: [...keys.metrics, days],
    queryFn: () => call(api.metrics.summary, { query: { days } }),
    placeholderData: keepPreviousData,
  });
}
