import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { RecoverableSession, SearchHit, Session } from '../api/contract.ts';
import { keys } from './keys.ts';

/** Which sessions to list. */
export interface SessionFilter {
  readonly q?: string;
  readonly archived?: boolean;
  readonly projectId?: string;
}

interface SessionPage {
  readonly sessions: readonly Session[];
  readonly next: number | null;
}

/** Sessions, most recently used first, page by page. */
export function useSessions(filter: SessionFilter = {}) {
  const query = new URLSearchParams();
  if (filter.q) query.set('q', filter.q);
  if (filter.archived) query.set('archived', 'true');
  if (filter.projectId) query.set('projectId', filter.projectId);
  return useInfiniteQuery({
    queryKey: [...keys.sessions, query.toString()],
    queryFn: ({ pageParam }) =>
      call<SessionPage>('GET', `/api/sessions?${query}${pageParam === null ? '' : `&before=${pageParam}`}`),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    // One that was used while pages were read stands on two of them.
    select: ({ pages }) => [...new Map(pages.flatMap(({ sessions }) => sessions.map((one) => [one.id, one]))).values()],
    placeholderData: keepPreviousData,
  });
}

/** What a new session may say. */
export interface NewSession {
  readonly title?: string;
  readonly kind?: Session['kind'];
  readonly projectId?: string | null;
  readonly profileId?: string | null;
  readonly strategy?: string | null;
}

/** Starts a session. */
export function useCreateSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: NewSession) => call<Session>('POST', '/api/sessions', wish),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });
}

/** Removes a session and everything in it. */
export function useRemoveSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (session: string) => call<{ removed: boolean }>('DELETE', `/api/sessions/${session}`),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });
}

/** Makes sessions of a transcript file. */
export function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: { name: string; text: string }) =>
      call<{ sessions: Session[]; skipped: { line: number; reason: string }[] }>('POST', '/api/import', file),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });
}

/** Passages of all sessions. */
export function useSearchEverywhere(q: string) {
  return useQuery({
    queryKey: ['search', q],
    enabled: q.trim() !== '',
    queryFn: async () => (await call<{ hits: SearchHit[] }>('GET', `/api/search?q=${encodeURIComponent(q)}`)).hits,
    placeholderData: keepPreviousData,
  });
}

/** Sessions that ended abnormally. */
export function useRecovery() {
  return useQuery({
    queryKey: keys.recovery,
    queryFn: async () => (await call<{ sessions: RecoverableSession[] }>('GET', '/api/recovery')).sessions,
  });
}

/** Brings everything back, or leaves it as it is. */
export function useRecover() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ session, action }: { session: string; action: 'resume' | 'dismiss' }) =>
      call<Session>('POST', `/api/recovery/${session}`, { action }),
    onSuccess: (_, { session }) => {
      void client.invalidateQueries({ queryKey: keys.recovery });
      void client.invalidateQueries({ queryKey: keys.sessions });
      void client.invalidateQueries({ queryKey: keys.session(session) });
    },
  });
}
