import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type NewSession } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { useChange, useFetched } from './fetched.ts';
import { keys } from './keys.ts';

/** Which sessions to list. */
export interface SessionFilter {
  readonly q?: string;
  readonly archived?: boolean;
  readonly projectId?: string;
  readonly pinned?: boolean;
}

/** Sessions, most recently used first, page by page. */
export function useSessions(filter: SessionFilter = {}) {
  const { q, archived, projectId, pinned } = filter;
  const query = {
    ...(q ? { q } : {}),
    ...(archived ? { archived: 'true' as const } : {}),
    ...(pinned ? { pinned: 'true' as const } : {}),
    ...(projectId ? { projectId } : {}),
  };
  return useInfiniteQuery({
    queryKey: [...keys.sessions, query],
    queryFn: ({ pageParam }) =>
      call(api.sessions.list, { query: { ...query, ...(pageParam === null ? {} : { before: pageParam }) } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    // One that was used while pages were read stands on two of them.
    select: ({ pages }) => [...new Map(pages.flatMap(({ sessions }) => sessions.map((one) => [one.id, one]))).values()],
    placeholderData: keepPreviousData,
  });
}

/** Starts a session. */
export function useCreateSession() {
  return useChange((wish: NewSession) => call(api.sessions.create, { body: wish }), keys.sessions);
}

/** Makes sessions of a transcript file. */
export function useImport() {
  return useChange(
    ({ signal, ...file }: { name: string; text: string; signal: AbortSignal }) =>
      call(api.exchange.importFile, { body: file }, { signal }),
    keys.sessions,
  );
}

/** Passages of all sessions. */
export function useSearchEverywhere(q: string) {
  return useFetched(['search', q], async () => (await call(api.search.everywhere, { query: { q } })).hits, {
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  });
}

/** Sessions that ended abnormally. */
export function useRecovery() {
  return useFetched(keys.recovery, () => call(api.recovery.list, {}));
}

/** Brings everything back, or leaves it as it is. */
export function useRecover() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ session, action }: { session: string; action: 'resume' | 'dismiss' }) =>
      call(api.recovery.recover, { session, body: { action } }),
    onSuccess: (_, { session }) => {
      void client.invalidateQueries({ queryKey: keys.recovery });
      void client.invalidateQueries({ queryKey: keys.sessions });
      void client.invalidateQueries({ queryKey: keys.session(session) });
    },
  });
}
