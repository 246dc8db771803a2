import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Puts what just came in the place of what is known. A fetch that is under way may have read the record before, and would put
 * the old back: it is made again.
 */
export function putFresh<Value>(client: QueryClient, queryKey: QueryKey, value: Value): void {
  const isFetching = client.isFetching({ queryKey, exact: true }) > 0;
  client.setQueryData(queryKey, value);
  if (isFetching) void client.invalidateQueries({ queryKey, exact: true });
}
