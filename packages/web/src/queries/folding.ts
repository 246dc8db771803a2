import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonObject } from '@tenfold/core';
import { call } from '../api/client.ts';
import type { ContextStatus, Entry, Estimate, FoldView, Job, Run } from '../api/contract.ts';
import { keys } from './keys.ts';

/** How a fold is asked for. */
export interface CondenseRequest {
  readonly strategy?: string;
  readonly preset?: string;
  readonly config?: JsonObject;
  readonly target?: number;
  readonly upTo?: string;
  readonly retainTokens?: number;
  readonly force?: boolean;
  readonly fast?: boolean;
}

interface Changed {
  readonly version: number;
  readonly status: ContextStatus;
}

/** What was condensed, when, how and at what cost. */
export function useRuns(session: string) {
  return useQuery({
    queryKey: keys.runs(session),
    queryFn: async () => (await call<{ runs: Run[] }>('GET', `/api/sessions/${session}/condensations`)).runs,
  });
}

/** Every fold that was ever asked for, newest first: also those that came to nothing. */
export function useJobs(session: string) {
  return useQuery({
    queryKey: keys.jobs(session),
    queryFn: async () => (await call<{ jobs: Job[] }>('GET', `/api/sessions/${session}/jobs`)).jobs,
  });
}

/** Every fold of the current branch, active or not. */
export function useFolds(session: string, enabled = true) {
  return useQuery({
    queryKey: keys.folds(session),
    enabled,
    queryFn: async () => (await call<{ folds: FoldView[] }>('GET', `/api/sessions/${session}/folds`)).folds,
  });
}

/** What a fold would come to; nothing is changed and nothing is paid. */
export function useEstimate(session: string, request: CondenseRequest, enabled = true) {
  return useQuery({
    queryKey: [...keys.session(session), 'estimate', request],
    enabled,
    queryFn: () => call<Estimate>('POST', `/api/sessions/${session}/condense`, { ...request, dryRun: true }),
  });
}

/** Starts a fold beside the conversation. */
export function useCondense(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: CondenseRequest) => call<Job>('POST', `/api/sessions/${session}/condense`, request),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.status(session) }),
  });
}

/** Cancels a fold that is under way. */
export function useCancelJob(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (job: string) => call<Job>('DELETE', `/api/sessions/${session}/jobs/${job}`),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.status(session) }),
  });
}

/** Undoes a run: the originals are in the context again. */
export function useUndo(session: string) {
  const changed = useFoldChange(session);
  return useMutation({
    mutationFn: (run: string) => call<Changed>('DELETE', `/api/sessions/${session}/condensations/${run}`),
    onSuccess: changed,
  });
}

/** Peels one fold off. */
export function usePeel(session: string) {
  const changed = useFoldChange(session);
  return useMutation({
    mutationFn: (fold: string) => call<Changed>('DELETE', `/api/sessions/${session}/folds/${fold}`),
    onSuccess: changed,
  });
}

/** Writes another text for a fold; it is counted and checked, the old one is kept. */
export function useEditFold(session: string) {
  const changed = useFoldChange(session);
  return useMutation({
    mutationFn: ({ fold, text }: { fold: string; text: string }) =>
      call<Changed & { fold: FoldView }>('PATCH', `/api/sessions/${session}/folds/${fold}`, { text }),
    onSuccess: changed,
  });
}

/** Has a summary written anew. */
export function useRegenerate(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fold, fast }: { fold: string; fast?: boolean }) =>
      call<Job>('POST', `/api/sessions/${session}/folds/${fold}/regenerate`, fast === undefined ? {} : { fast }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.status(session) }),
  });
}

/** Rates a run from 1 to 5. */
export function useRate(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ run, rating }: { run: string; rating: number }) =>
      call<Run>('PATCH', `/api/sessions/${session}/condensations/${run}`, { rating }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.runs(session) }),
  });
}

/** The entries a fold stands for. */
export function useOriginal(session: string, fold: string, enabled = true) {
  return useQuery({
    queryKey: [...keys.folds(session), fold, 'original'],
    enabled,
    queryFn: async () => (await call<{ entries: Entry[] }>('GET', `/api/sessions/${session}/folds/${fold}/original`)).entries,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** After folds came or went, everything that depends on the view is asked for again. */
function useFoldChange(session: string) {
  const client = useQueryClient();
  return ({ status }: Changed) => {
    client.setQueryData(keys.status(session), status);
    for (const key of [keys.entries, keys.runs, keys.folds, keys.context])
      void client.invalidateQueries({ queryKey: key(session) });
  };
}
