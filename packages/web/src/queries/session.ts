import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '@tenfold/core';
import { call } from '../api/client.ts';
import type { ContextPage } from '../api/context-contract.ts';
import type { Branch, ContextStatus, Entry, SearchHit, Session } from '../api/contract.ts';
import { Problem } from '../api/problem.ts';
import type { Effective } from '../api/settings-contract.ts';
import { keys } from './keys.ts';

/** One session. */
export function useSession(session: string) {
  return useQuery({ queryKey: keys.session(session), queryFn: () => call<Session>('GET', `/api/sessions/${session}`) });
}

/** Whether an address names a session that is not there, or no longer. */
export function useIsGone(session: string | undefined): boolean {
  const { error } = useQuery({
    queryKey: keys.session(session ?? ''),
    queryFn: () => call<Session>('GET', `/api/sessions/${session}`),
    enabled: session !== undefined,
  });
  return session !== undefined && error instanceof Problem && error.status === 404;
}

/** What may change in a session; what is absent stays. */
export interface SessionPatch {
  readonly title?: string;
  readonly archived?: boolean;
  readonly profileId?: string | null;
  readonly strategy?: string | null;
  readonly settings?: JsonObject;
}

/** Changes a session; the change shows at once and goes back if it is refused. */
export function useChangeSession(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: SessionPatch) => call<Session>('PATCH', `/api/sessions/${session}`, patch),
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
  return useQuery({
    queryKey: keys.status(session),
    queryFn: () => call<ContextStatus>('GET', `/api/sessions/${session}/status`),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Exactly what the next request sends. */
export function useContextPage(session: string) {
  return useQuery({
    queryKey: keys.context(session),
    queryFn: () => call<ContextPage>('GET', `/api/sessions/${session}/context`),
  });
}

/** Every setting in force for a session, and where it comes from. */
export function useSessionConfig(session: string) {
  return useQuery({ queryKey: keys.config(session), queryFn: () => call<Effective>('GET', `/api/sessions/${session}/config`) });
}

/** Branches of a session. */
export function useBranches(session: string) {
  return useQuery({
    queryKey: keys.branches(session),
    queryFn: async () => (await call<{ branches: Branch[] }>('GET', `/api/sessions/${session}/branches`)).branches,
  });
}

/** Goes on with another branch. */
export function useSwitchBranch(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (branch: string) => call<Session>('PUT', `/api/sessions/${session}/head`, { branch }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.session(session) }),
  });
}

/** Passages of one session, folded or not. */
export function useSearch(session: string, q: string) {
  return useQuery({
    queryKey: ['search', session, q],
    enabled: q.trim() !== '',
    queryFn: async () =>
      (await call<{ hits: SearchHit[] }>('GET', `/api/sessions/${session}/search?limit=200&q=${encodeURIComponent(q)}`)).hits,
    placeholderData: keepPreviousData,
  });
}

/** Protects an entry from every fold, or lets it go again. */
export function useProtect(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ entry, value }: { entry: Pick<Entry, 'id'>; value: boolean }) =>
      call<{ version: number; status: ContextStatus }>('PUT', `/api/sessions/${session}/entries/${entry.id}/protected`, {
        protected: value,
      }),
    onSuccess: ({ status }) => {
      client.setQueryData(keys.status(session), status);
      void client.invalidateQueries({ queryKey: keys.entries(session) });
      void client.invalidateQueries({ queryKey: keys.folds(session) });
      void client.invalidateQueries({ queryKey: keys.context(session) });
      void client.invalidateQueries({ queryKey: keys.lab(session) });
    },
  });
}
