import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type CondenseRequest, type ContextStatus, type Estimate, type Job } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { unexpectedAnswer } from '../api/problem.ts';
import { useChange, useFetched } from './fetched.ts';
import { keys } from './keys.ts';
import { putFresh } from './put-fresh.ts';

/** What was condensed, when, how and at what cost. */
export function useRuns(session: string) {
  return useFetched(keys.runs(session), async () => (await call(api.condensations.list, { session })).runs);
}

/** Every fold that was ever asked for, newest first: also those that came to nothing. */
export function useJobs(session: string) {
  return useFetched(keys.jobs(session), async () => (await call(api.condensations.jobs, { session })).jobs);
}

/** Every fold of the current branch, active or not. */
export function useFolds(session: string) {
  return useFetched(keys.folds(session), async () => (await call(api.folds.list, { session })).folds);
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
  return useFetched([...keys.session(session), 'estimate', request], () => estimateFold(session, request), { enabled });
}

/** Starts a fold beside the conversation. */
export function useCondense(session: string) {
  return useChange((request: CondenseRequest) => startFold(session, request), keys.status(session));
}

/** Cancels a fold that is under way. */
export function useCancelJob(session: string) {
  return useChange((job: string) => call(api.condensations.cancel, { session, job }), keys.status(session));
}

/** Undoes a run: the originals are in the context again. */
export function useUndo(session: string) {
  return useFoldChange(session, (run: string) => call(api.condensations.undo, { session, run }));
}

/** Puts a run that was undone back into force. */
export function useRedo(session: string) {
  return useFoldChange(session, (run: string) => call(api.condensations.redo, { session, run }));
}

/** Peels one fold off. */
export function usePeel(session: string) {
  return useFoldChange(session, (fold: string) => call(api.folds.peel, { session, fold }));
}

/** Writes another text for a fold; it is counted and checked, the old one is kept. */
export function useEditFold(session: string) {
  return useFoldChange(session, ({ fold, text }: { fold: string; text: string }) =>
    call(api.folds.edit, { session, fold, body: { text } }),
  );
}

/** Has a summary written anew. */
export function useRegenerate(session: string) {
  return useChange(
    ({ fold, fast }: { fold: string; fast?: boolean }) =>
      call(api.folds.regenerate, { session, fold, body: fast === undefined ? {} : { fast } }),
    keys.status(session),
  );
}

/** Facts of what a run folded, by kind, with those that can no longer be read. */
export function useFacts(session: string, run: string, enabled = true) {
  return useFetched(
    [...keys.folds(session), run, 'facts'],
    async () => (await call(api.condensations.facts, { session, run })).kinds,
    { enabled },
  );
}

/** Rates a run from 1 to 5. */
export function useRate(session: string) {
  return useChange(
    ({ run, rating }: { run: string; rating: number }) => call(api.condensations.rate, { session, run, body: { rating } }),
    keys.runs(session),
  );
}

/** The entries a fold stands for. */
export function useOriginal(session: string, fold: string) {
  return useFetched(
    [...keys.folds(session), fold, 'original'],
    async () => (await call(api.folds.original, { session, fold })).entries,
    { staleTime: Number.POSITIVE_INFINITY },
  );
}

/** After folds came or went, everything that depends on the view is asked for again. */
function useFoldChange<Wish, Answer extends { readonly status: ContextStatus }>(
  session: string,
  mutationFn: (wish: Wish) => Promise<Answer>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: ({ status }) => {
      putFresh(client, keys.status(session), status);
      for (const key of [keys.entries, keys.runs, keys.folds, keys.context])
        void client.invalidateQueries({ queryKey: key(session) });
    },
  });
}
