import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type Entry, type Session, type SessionPatch } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { useFetched } from './fetched.ts';
import { keys } from './keys.ts';
import { putFresh } from './put-fresh.ts';

/** One session. */
export function useSession(session: string) {
  return useQuery(sessionQuery(session));
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

/** Changes a session; the change shows at once and goes back if it is refused. */
export function useChangeSession(session: string) {
  const client = useQueryClient();
  return useMutation({
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

/** How full the context is. News of the session keep it fresh. */
export function useStatus(session: string) {
  return useFetched(keys.status(session), () => call(api.contexts.status, { session }), { staleTime: Number.POSITIVE_INFINITY });
}

/** Exactly what the next request sends. */
export function useContextPage(session: string) {
  return useFetched(keys.context(session), () => call(api.contexts.context, { session }));
}

/** Every setting in force for a session, and where it comes from. */
export function useSessionConfig(session: string) {
  return useFetched(keys.config(session), () => call(api.settings.effective, { session }));
}

/** Passages of one session, folded or not. */
export function useSearch(session: string, q: string) {
  return useFetched(
    ['search', session, q],
    async () => (await call(api.search.session, { session, query: { limit: 200, q } })).hits,
    { enabled: q.trim() !== '', placeholderData: keepPreviousData },
  );
}

/** Protects an entry from every fold, or lets it go again. */
export function useProtect(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ entry, value }: { entry: Pick<Entry, 'id'>; value: boolean }) =>
      call(api.entries.protect, { session, entry: entry.id, body: { protected: value } }),
    onSuccess: ({ status }) => {
      putFresh(client, keys.status(session), status);
      for (const key of [keys.entries, keys.folds, keys.context, keys.lab])
        void client.invalidateQueries({ queryKey: key(session) });
    },
  });
}
