import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, type NewSession } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { SHOWS_PROBLEM, useChange, useFetched } from './fetched.ts';
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

/** Starts a session, in a project where one is chosen, and opens it. */
export function useStartSession(project?: string) {
  const navigate = useNavigate();
  const wish: NewSession = project === undefined ? {} : { kind: 'project', projectId: project };
  return useChange(() => call(api.sessions.create, { body: wish }), [keys.sessions], {
    onSuccess: ({ id }) => void navigate({ to: '/s/$session', params: { session: id } }),
  });
}

/** Makes sessions of a transcript file. */
export function useImport() {
  return useChange(
    ({ signal, ...file }: { name: string; text: string; signal: AbortSignal }) =>
      call(api.exchange.importFile, { body: file }, { signal }),
    [keys.sessions],
    SHOWS_PROBLEM,
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

/** Says that the messages that are missing are known of. */
export function useKnowLoss() {
  return useChange(() => call(api.recovery.knowLoss, {}), [keys.recovery], SHOWS_PROBLEM);
}

/** Brings everything back and opens it, or leaves it as it is. */
export function useRecover(session: string) {
  const navigate = useNavigate();
  return useChange(
    (action: 'resume' | 'dismiss') => call(api.recovery.recover, { session, body: { action } }),
    [keys.recovery, keys.sessions, keys.session(session)],
    { onSuccess: (_, action) => action === 'resume' && void navigate({ to: '/s/$session', params: { session } }) },
  );
}
