import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type CondenseRequest, type ContextStatus, type Entry, type Estimate, type Job } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { Problem, unexpectedAnswer } from '../api/problem.ts';
import { dismissFold } from '../state/fold-watch.ts';
import { useSessionId } from '../state/session-id.ts';
import { toast, toastProblem } from '../ui/toast.tsx';
import { SHOWS_PROBLEM, useSessionChange, useSessionFetched } from './fetched.ts';
import { keys } from './keys.ts';
import { putFresh } from './put-fresh.ts';

/** What was condensed, when, how and at what cost. */
export function useRuns() {
  return useSessionFetched(keys.runs, async (session) => (await call(api.condensations.list, { session })).runs);
}

/** Every fold that was ever asked for, newest first: also those that came to nothing. */
export function useJobs() {
  return useSessionFetched(keys.jobs, async (session) => (await call(api.condensations.jobs, { session })).jobs);
}

/** Every fold of the current branch, active or not. */
export function useFolds() {
  return useSessionFetched(keys.folds, async (session) => (await call(api.folds.list, { session })).folds);
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
export function useEstimate(request: CondenseRequest, enabled = true) {
  return useSessionFetched(
    (session) => [...keys.session(session), 'estimate', request],
    (session) => estimateFold(session, request),
    { enabled },
  );
}

/** Starts a fold beside the conversation. */
export function useCondense(more: Partial<typeof SHOWS_PROBLEM> = {}) {
  return useSessionChange(startFold, keys.status, more);
}

/** Cancels a fold that is under way. */
export function useCancelJob() {
  return useSessionChange((session, job: string) => call(api.condensations.cancel, { session, job }), keys.status);
}

/** Undoes a run: the originals are in the context again. */
export function useUndo() {
  return useFoldChange((session, run: string) => call(api.condensations.undo, { session, run }), {
    ...SHOWS_PROBLEM,
    onSuccess: dismissFold,
    onError: (error) => {
      if (error instanceof Problem && error.code === 'fold-covered')
        toast('A newer summary covers this one', { description: 'Undo the newer one first.', tone: 'critical' });
      else toastProblem(error);
    },
  });
}

/** Puts a run that was undone back into force. */
export function useRedo() {
  return useFoldChange((session, run: string) => call(api.condensations.redo, { session, run }));
}

/** Peels one fold off. */
export function usePeel() {
  return useFoldChange((session, fold: string) => call(api.folds.peel, { session, fold }), {
    onSuccess: () => toast('The original is in the context again'),
  });
}

/** Writes another text for a fold; it is counted and checked, the old one is kept. */
export function useEditFold() {
  return useFoldChange(
    (session, { fold, text }: { fold: string; text: string }) => call(api.folds.edit, { session, fold, body: { text } }),
    SHOWS_PROBLEM,
  );
}

/** Protects an entry from every fold, or lets it go again. */
export function useProtect(onSuccess = () => {}) {
  return useFoldChange(
    (session, { entry, value }: { entry: Pick<Entry, 'id'>; value: boolean }) =>
      call(api.entries.protect, { session, entry: entry.id, body: { protected: value } }),
    { onSuccess },
  );
}

/** Has a summary written anew. */
export function useRegenerate(more: Partial<typeof SHOWS_PROBLEM> = {}) {
  return useSessionChange((session, fold: string) => call(api.folds.regenerate, { session, fold, body: {} }), keys.status, more);
}

/** Facts of what a run folded, by kind, with those that can no longer be read. */
export function useFacts(run: string, enabled: boolean) {
  return useSessionFetched(
    (session) => [...keys.folds(session), run, 'facts'],
    async (session) => (await call(api.condensations.facts, { session, run })).kinds,
    { enabled },
  );
}

/** Rates a run from 1 to 5. */
export function useRate(run: string) {
  return useSessionChange(
    (session, rating: number) => call(api.condensations.rate, { session, run, body: { rating } }),
    keys.runs,
  );
}

/** The entries a fold stands for. */
export function useOriginal(fold: string) {
  return useSessionFetched(
    (session) => [...keys.folds(session), fold, 'original'],
    async (session) => (await call(api.folds.original, { session, fold })).entries,
    { staleTime: Number.POSITIVE_INFINITY },
  );
}

/** After folds came or went, everything that depends on the view is asked for again. */
function useFoldChange<Wish, Answer extends { readonly status: ContextStatus }>(
  change: (session: string, wish: Wish) => Promise<Answer>,
  {
    onSuccess,
    ...more
  }: Partial<typeof SHOWS_PROBLEM> & { onSuccess?: (session: string) => void; onError?: (error: unknown) => void } = {},
) {
  const session = useSessionId();
  const client = useQueryClient();
  return useMutation({
    ...more,
    mutationFn: (wish: Wish) => change(session, wish),
    onSuccess: ({ status }) => {
      putFresh(client, keys.status(session), status);
      for (const key of [keys.entries, keys.runs, keys.folds, keys.context, keys.lab])
        void client.invalidateQueries({ queryKey: key(session) });
      onSuccess?.(session);
    },
  });
}
