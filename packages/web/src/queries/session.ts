import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Session, type SessionPatch } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { useSessionId } from '../state/session-id.ts';
import { type SHOWS_PROBLEM, useSessionFetched } from './fetched.ts';
import { keys } from './keys.ts';

/** The session one is in. */
export function useSession() {
  return useQuery(sessionQuery(useSessionId()));
}

/** The same where it is fetched already, as inside of the chat. */
export function useOpenSession(): Session {
  const { data } = useSession();
  if (data === undefined) throw new Error('The session is not fetched yet.');
  return data;
}

/** How one session is asked for. */
export function sessionQuery(session: string) {
  return queryOptions({ queryKey: keys.session(session), queryFn: () => call(api.sessions.get, { session }) });
}

/** Whether an address names a session that is not there, or no longer. */
export function useIsGone(session: string | undefined): boolean {
  const { error } = useQuery({ ...sessionQuery(session ?? ''), enabled: session !== undefined });
  return session !== undefined && error instanceof Problem && error.status === 404;
}

/** Changes the session; the change shows at once and goes back if it is refused. */
export function useChangeSession(more: Partial<typeof SHOWS_PROBLEM> = {}) {
  const session = useSessionId();
  const client = useQueryClient();
  return useMutation({
    ...more,
    mutationFn: (patch: SessionPatch) => {
      const version = client.getQueryData<Session>(keys.session(session))?.version;
      return call(api.sessions.update, { session, body: { ...patch, ...(version === undefined ? {} : { expect: version }) } });
    },
    onMutate: ({ settings: _, archived: __, ...patch }) => {
      const before = client.getQueryData<Session>(keys.session(session));
      if (before !== undefined) client.setQueryData<Session>(keys.session(session), { ...before, ...patch });
      return before;
    },
    onError: (_, __, before) => {
      if (before !== undefined) client.setQueryData(keys.session(session), before);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keys.session(session) });
      void client.invalidateQueries({ queryKey: keys.sessions });
    },
  });
}

/** How full the context is. Events of the session keep it fresh. */
export function useStatus() {
  return useSessionFetched(keys.status, (session) => call(api.contexts.status, { session }), {
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Exactly what the next request sends. */
export function useContextPage() {
  return useSessionFetched(keys.context, (session) => call(api.contexts.context, { session }));
}

/** Every setting in force for a session, and where it comes from. */
export function useSessionConfig() {
  return useSessionFetched(keys.config, (session) => call(api.settings.effective, { session }));
}

/** Passages of one session, folded or not. */
export function useSearch(q: string) {
  return useSessionFetched(
    (session) => ['search', session, q],
    async (session) => (await call(api.search.session, { session, query: { limit: 200, q } })).hits,
    { enabled: q.trim() !== '', placeholderData: keepPreviousData },
  );
}
