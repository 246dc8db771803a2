import { CannotFit, type Fullness, formatCount, goalAfterRefusal, truncation } from '@tenfold/core';
import type { LoadedSession } from '../conversation/load-session.ts';
import { contextStatus, measure } from '../conversation/status.ts';
import type { FoldResult } from '../folding/fold-scheduler.ts';
import { dueFold } from '../folding/fold-trigger.ts';
import { reasonOf } from '../log.ts';
import { SessionError } from '../session-error.ts';
import { sleep } from '../sleep.ts';
import type { TurnEvent } from './turn-event.ts';
import type { TurnParts } from './turn-under-way.ts';
import type { TurnRequest } from './user-message.ts';

/** How a context is made to fit. */
export interface FitTerms {
  readonly overflow: TurnRequest['overflow'];
  readonly signal: AbortSignal;
  /** Fold although the count says it fits: the provider said it does not. */
  readonly force?: 'fold' | 'truncate';
  emit(event: TurnEvent): void;
}

/** How often another process that folds the same session is looked after. */
const LOOK_MS = 250;

/**
 * The session folded until its context is below hard, the message visibly waiting. The over-long history is never sent unless the
 * user said so. Refuses with `context-full` or `cannot-fit`.
 */
export async function fitContext(parts: TurnParts, loaded: LoadedSession, terms: FitTerms): Promise<LoadedSession> {
  let now = loaded;
  const isFull = (loaded: LoadedSession) =>
    dueFold(contextStatus(loaded, parts.folds.state(loaded.session.id)), loaded.choices.budget) === 'hard';
  if (terms.overflow === 'send-anyway') {
    terms.emit({
      type: 'warning',
      code: 'sent-anyway',
      message: 'The context is over its limit and was sent as it is, at your own risk.',
    });
    return now;
  }
  terms.emit({ type: 'queued', reason: 'hard' });
  const under = parts.scheduler.running(now.session.id);
  if (under !== null) {
    await eitherEnd(under, terms.signal);
    now = await parts.loader.load(now.session.id, now.branch);
    if (!isFull(now) && terms.force === undefined) return now;
  }
  const result = await foldNow(parts, now, terms);
  now = await parts.loader.load(now.session.id, now.branch);
  if (result.outcome === 'degraded' || result.outcome === 'unmet')
    terms.emit({
      type: 'warning',
      code: result.outcome,
      message: `${result.reason ?? 'The context was condensed without the model.'} Condense again when the model answers, or undo.`,
    });
  if (!isFull(now) || fitsRoom(now, result)) return now;
  throw refusal(now, result, mayDegrade(now, terms));
}

/** All was tried and what is left is above the watermark but inside the room. */
function fitsRoom(loaded: LoadedSession, { unmet, outcome }: FoldResult): boolean {
  const { used, room } = measure(loaded);
  return unmet === null && used <= room && outcome !== 'failed' && outcome !== 'cancelled';
}

function mayDegrade({ choices }: LoadedSession, { overflow, force }: FitTerms): boolean {
  return choices.value('onFailure') === 'degrade' || overflow === 'truncate' || force === 'truncate';
}

async function foldNow(parts: TurnParts, loaded: LoadedSession, terms: FitTerms): Promise<FoldResult> {
  const usual = await parts.usualOrder(loaded.choices);
  const mechanical = terms.overflow === 'truncate' || terms.force === 'truncate';
  const order = {
    ...usual,
    trigger: 'hard',
    degrade: mayDegrade(loaded, terms),
    branch: loaded.branch,
    ...(mechanical ? { recipe: { strategy: truncation, config: {} } } : {}),
    ...(terms.force === undefined ? {} : { request: { target: goalAfterRefusal(measure(loaded).used, loaded.choices.budget) } }),
  } as const;
  for (;;) {
    terms.signal.throwIfAborted();
    try {
      const { job, finished } = await parts.scheduler.start(loaded.session.id, order);
      terms.emit({ type: 'fold', job, run: null });
      const stop = () => void parts.scheduler.abort(job.id);
      terms.signal.addEventListener('abort', stop);
      if (terms.signal.aborted) stop();
      const result = await finished;
      terms.signal.removeEventListener('abort', stop);
      terms.signal.throwIfAborted();
      terms.emit({
        type: 'fold',
        job: { ...job, state: result.outcome === 'degraded' || result.outcome === 'unmet' ? 'done' : result.outcome },
        run: result.run,
      });
      return result;
    } catch (error) {
      if (!(error instanceof SessionError) || error.code !== 'fold-running') throw error;
      await eitherEnd(parts.scheduler.running(loaded.session.id) ?? sleep(LOOK_MS, terms.signal), terms.signal);
    }
  }
}

/** Waits for a fold that others started; who stops the turn waits no longer, and the fold goes on. */
async function eitherEnd(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const hear = () => stop();
  signal.addEventListener('abort', hear);
  if (signal.aborted) stop();
  await Promise.race([work, stopped]).finally(() => signal.removeEventListener('abort', hear));
  signal.throwIfAborted();
}

/** How a conversation opens cannot be unprotected, only said anew. */
function todoFor(unmet: FoldResult['unmet']): string {
  const other = 'or choose a model with a larger window.';
  const isOpening = unmet instanceof CannotFit && unmet.held[0]?.why === 'opening';
  return isOpening
    ? `Edit the first message and send it again shorter, ${other}`
    : `Unprotect or shorten one of the messages named, ${other}`;
}

function refusal(loaded: LoadedSession, { unmet, reason }: FoldResult, degraded: boolean): SessionError {
  const { used: tokens, room }: Fullness = measure(loaded);
  if (unmet !== null || degraded) {
    const held = unmet instanceof CannotFit ? unmet.held.slice(0, 20).map((entry) => ({ ...entry })) : [];
    return new SessionError(
      'cannot-fit',
      unmet === null
        ? `The request needs ${formatCount(tokens)} tokens and ${formatCount(room)} fit. ${reason ?? ''}`.trim()
        : reasonOf(unmet),
      {
        kept: 'Your message is stored. Nothing was sent.',
        todo: todoFor(unmet),
        facts: { tokens, room, held },
      },
    );
  }
  return new SessionError(
    'context-full',
    `The context is full and could not be condensed: ${reason ?? 'no summary could be made'}`,
    {
      kept: 'Your message is stored. Nothing was sent.',
      todo: 'Choose: retry, truncate (mechanically, can be undone), or send it as it is at your own risk.',
      facts: { choices: ['retry', 'truncate', 'send-anyway'], tokens, room },
    },
  );
}
