import { keepPreviousData } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { useFetched } from './fetched.ts';
import { keys } from './keys.ts';

/** What folding came to in the last days. */
export function useMetricsSummary(days: number) {
  return useFetched([...keys.metrics, days], () => call(api.metrics.summary, { query: { days } }), {
    placeholderData: keepPreviousData,
  });
}
