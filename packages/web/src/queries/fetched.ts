import { type keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

/** What the server tells, remembered under a key. */
export function useFetched<Data>(
  queryKey: QueryKey,
  queryFn: () => Promise<Data>,
  more: { enabled?: boolean; staleTime?: number; refetchInterval?: number; placeholderData?: typeof keepPreviousData } = {},
) {
  return useQuery({ queryKey, queryFn, ...more });
}

/** Changes something on the server. It is done once what stands under the first key is asked for again; the others follow. */
export function useChange<Wish, Answer>(
  mutationFn: (wish: Wish) => Promise<Answer>,
  first: QueryKey,
  ...others: readonly QueryKey[]
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      for (const queryKey of others) void client.invalidateQueries({ queryKey });
      return client.invalidateQueries({ queryKey: first });
    },
  });
}
