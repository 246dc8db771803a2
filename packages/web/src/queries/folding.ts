import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type CondenseRequest, type ContextStatus, type Estimate, type Job } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { unexpectedAnswer } from '../api/problem.ts';
import { keys } from './keys.ts';
import { putTold } from './put-told.ts';

interface Changed {
  readonly version: number;
  readonly status: ContextStatus;
}

/** What was condensed, when, how and at what cost. */
export function useRuns(session: string) {
  return useQuery({
    queryKey: keys.runs(session),
    queryFn: async () => (await call(api.condensations.list, { session })).runs,
  });
}

/** Every fold that was ever asked for, newest first: also those that came to nothing. */
export function useJobs(session: string) {
  return useQuery({
    queryKey: keys.jobs(session),
    queryFn: async () => (await call(api.condensations.jobs, { session })).jobs,
  });
}

/** Every fold of the current branch, active or not. */
export function useFolds(session: string, enabled = true) {
  return useQuery({
    queryKey: keys.folds(session),
    enabled,
    queryFn: async () => (await call(api.folds.list, { session })).folds,
  });
}

/** What a fold would come to; nothing is changed and nothing is paid. */
export async function estimateFold(session: string, request: CondenseRequest): Promise<Estimate> {
  const answer = await call(api.condensations.condense, { session, body: { ...request, dryRun: true } });
  if ('messagesFolded' in answer) return answer;
  throw unexpectedAnswer(202);
}

async function startFold(session: string, request: CondenseRequest): Promise<Job> {
  const answer = await call(api.condensations.condense, { session, body: request });
  if ('scope' in answer) return answer;
  throw unexpectedAnswer(200);
}

/** What a fold would come to, kept. */
export function useEstimate(session: string, request: CondenseRequest, enabled = true) {
  return useQuery({
    queryKey: [...keys.session(session), 'estimate', request],
    enabled,
    queryFn: () => estimateFold(session, request),
  });
}

/** Starts a fold beside the conversation. */
export function useCondense(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: CondenseRequest) => startFold(session, request),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.status(session) }),
  });
}

/** Cancels a fold that is under way. */
export function useCancelJob(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (job: string) => call(api.condensations.cancel, { session, job }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.status(session) }),
  });
}

/** Undoes a run: the originals are in the context again. */
export function useUndo(session: string) {
  const changed = useFoldChange(session);
  return useMutation({
    mutationFn: (run: string) => call(api.condensations.undo, { session, run }),
    onSuccess: changed,
  });
}

/** Puts a run that was undone back into force. */
export function useRedo(session: string) {
  const changed = useFoldChange(session);
  return useMutation({
    mutationFn: (run: string) => call(api.condensations.redo, { session, run }),
    onSuccess: changed,
  });
}

/** Peels one fold off. */
export function usePeel(session: string) {
  const changed = useFoldChange(session);
  return useMutation({
    mutationFn: (fold: string) => call(api.folds.peel, { session, fold }),
    onSuccess: changed,
  });
}

/** Writes another text for a fold; it is counted and checked, the old one is kept. */
export function useEditFold(session: string) {
  const changed = useFoldChange(session);
  return useMutation({
    mutationFn: ({ fold, text }: { fold: string; text: string }) => call(api.folds.edit, { session, fold, body: { text } }),
    onSuccess: changed,
  });
}

/** Has a summary written anew. */
export function useRegenerate(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fold, fast }: { fold: string; fast?: boolean }) =>
      call(api.folds.regenerate, { session, fold, body: fast === undefined ? {} : { fast } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.status(session) }),
  });
}

/** Facts of what a run folded, by kind, with those that can no longer be read. */
export function useFacts(session: string, run: string, enabled = true) {
  return useQuery({
    queryKey: [...keys.folds(session), run, 'facts'],
    enabled,
    queryFn: async () => (await call(api.condensations.facts, { session, run })).kinds,
  });
}

/** Rates a run from 1 to 5. */
export function useRate(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ run, rating }: { run: string; rating: number }) =>
      call(api.condensations.rate, { session, run, body: { rating } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.runs(session) }),
  });
}

/** The entries a fold stands for. */
export function useOriginal(session: string, fold: string, enabled = true) {
  return useQuery({
    queryKey: [...keys.folds(session), fold, 'original'],
    enabled,
    queryFn: async () => (await call(api.folds.original, { session, fold })).entries,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** After folds came or went, everything that depends on the view is asked for again. */
function useFoldChange(session: string) {
  const client = useQueryClient();
  return ({ status }: Changed) => {
    putTold(client, keys.status(session), status);
    for (const key of [keys.entries, keys.runs, keys.folds, keys.context])
      void client.invalidateQueries({ queryKey: key(session) });
  };
}
