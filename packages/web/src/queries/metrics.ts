import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { MetricsSummary } from '../api/settings-contract.ts';
import { keys } from './keys.ts';

/** What folding came to in the last days. */
export function useMetricsSummary(days: number) {
  return useQuery({
    queryKey: [...keys.metrics, days],
    queryFn: () => call<MetricsSummary>('GET', `/api/metrics-summary?days=${days}`),
    placeholderData: keepPreviousData,
  });
}
