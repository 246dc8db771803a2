import { type keepPreviousData, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSessionId } from '../state/session-id.ts';

interface FetchOptions {
  readonly enabled?: boolean;
  readonly staleTime?: number;
  readonly refetchInterval?: number;
  readonly placeholderData?: typeof keepPreviousData;
}

/** What the server answers, remembered under a key. */
export function useFetched<Data>(queryKey: QueryKey, queryFn: () => Promise<Data>, more: FetchOptions = {}) {
  return useQuery({ queryKey, queryFn, ...more });
}

/** The same about the session one is in. */
export function useSessionFetched<Data>(
  key: (session: string) => QueryKey,
  ask: (session: string) => Promise<Data>,
  more: FetchOptions = {},
) {
  const session = useSessionId();
  return useFetched(key(session), () => ask(session), more);
}

/**
 * What a change does beside being made. Both hold when whoever made it is no longer on the screen, which callbacks given to
 * `mutate` do not.
 */
interface ChangeOptions<Wish, Answer> {
  readonly meta?: { readonly showsProblem: true };
  readonly onSuccess?: (answer: Answer, wish: Wish) => unknown;
}

/** For a change whose problem is shown where it was made: no toast repeats it. */
export const SHOWS_PROBLEM = { meta: { showsProblem: true } } as const;

/** Changes something on the server. It is done once what stands under the first key is asked for again; the others follow. */
export function useChange<Wish, Answer>(
  mutationFn: (wish: Wish) => Promise<Answer>,
  [first, ...others]: readonly [QueryKey, ...QueryKey[]],
  { onSuccess, ...more }: ChangeOptions<Wish, Answer> = {},
) {
  const client = useQueryClient();
  return useMutation({
    ...more,
    mutationFn,
    onSuccess: (answer, wish) => {
      onSuccess?.(answer, wish);
      for (const queryKey of others) void client.invalidateQueries({ queryKey });
      return client.invalidateQueries({ queryKey: first });
    },
  });
}

/** Changes something of the session one is in. */
export function useSessionChange<Wish, Answer>(
  change: (session: string, wish: Wish) => Promise<Answer>,
  key: (session: string) => QueryKey,
  more: ChangeOptions<Wish, Answer> = {},
) {
  const session = useSessionId();
  return useChange((wish: Wish) => change(session, wish), [key(session)], more);
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { readonly showsProblem?: boolean };
  }
}
