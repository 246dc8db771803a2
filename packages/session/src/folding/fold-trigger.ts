import { type Budget, counted, formatCount, type NetEffect, type Status } from '@tenfold/core';
import type { JobId, Run, RunTrigger } from '@tenfold/store';
import type { FoldState } from '../conversation/status.ts';
import { SessionError } from '../session-error.ts';
import type { FoldRequest } from './fold-request.ts';

/**
 * When a fold is due, how deep it goes and whether anybody waits for it: answered here and nowhere else, from the status of the
 * context, the settings, the cooldown and the breaker. Turns ask before every request, commands before every fold.
 */
export type DueFold = 'hard' | 'soft' | null;

/** What is due before the next request: at `hard` it waits for the fold, at `soft` the fold runs beside it. */
export function dueFold(status: Pick<Status, 'needsFold'> & FoldState, { softOff }: Pick<Budget, 'softOff'>): DueFold {
  const { needsFold, folding, cooldownSeconds, breakerOpen } = status;
  if (needsFold === 'hard') return 'hard';
  if (needsFold !== 'soft' || softOff) return null;
  return folding === null && cooldownSeconds === 0 && !breakerOpen ? 'soft' : null;
}

/** How much a context grows before what was undone may be folded again beside the conversation. */
const GROWN = 1.5;

/** Whether the latest fold was undone, and stays so for now: only hard folds again at once. */
export function staysUndone(used: number, latest: Pick<Run, 'outcome' | 'tokensBefore'> | undefined): boolean {
  return latest?.outcome === 'undone' && used < latest.tokensBefore * GROWN;
}

/** The latest fold of a branch that took effect, undone since or not. */
export function latestFold(runs: readonly Run[], branch: string): Run | undefined {
  return runs.find((run) => run.branch === branch && ['done', 'degraded', 'unmet', 'undone'].includes(run.outcome));
}

/** What a fold that nobody asked for says of itself where the latest one was undone; null for any other. */
export function againNote(trigger: RunTrigger, latest: Pick<Run, 'outcome'> | undefined): string | null {
  if (trigger === 'manual' || latest?.outcome !== 'undone') return null;
  const why = trigger === 'hard' ? 'the context was full' : 'the context has grown by half since';
  return `Condensed again although you had undone it: ${why}.`;
}

/** Refuses a fold while another is under way, within 30 s of the last one, and beside the conversation after failures in a row; hard waits for the first alone. */
export function refuseStart(trigger: RunTrigger, { folding, cooldownSeconds, breakerOpen }: FoldState): void {
  if (folding !== null) throw foldRunning(folding.id);
  if (cooldownSeconds > 0 && trigger !== 'hard') throw foldCooldown(cooldownSeconds);
  if (breakerOpen && trigger === 'soft')
    throw new SessionError('fold-cooldown', 'Condensing in the background failed several times in a row.', {
      todo: 'Condense by hand to see why; once that works, it goes on by itself.',
      facts: { secondsLeft: 0 },
    });
}

/** Refuses a fold by hand below the floor, or one that would gain nothing; `force` runs it all the same. */
export function refusePoor(
  used: number,
  { floor }: Pick<Budget, 'floor'>,
  planned: { folds: number; warnings: readonly string[] },
): void {
  if (used < floor)
    throw new SessionError(
      'below-floor',
      `The conversation has ${counted(used, 'token')}. Below ${formatCount(floor)} there is no point in condensing it.`,
      { todo: 'Go on talking, or use --force.', facts: { used, floor } },
    );
  if (planned.folds > 0) return;
  throw new SessionError('nothing-to-gain', ['Nothing would be gained by condensing now.', ...planned.warnings].join(' '), {
    todo: 'Go on talking, choose another strategy, or use --force.',
    facts: { used },
  });
}

/** Why a fold beside is not worth it: below hard, one that does not pay for itself in the turns expected only breaks the cache. */
export function tooExpensive(trigger: RunTrigger, effect: NetEffect | null, expectedTurns: number): string | null {
  if (trigger !== 'soft' || effect === null || effect.payback <= expectedTurns) return null;
  const turns = Number.isFinite(effect.payback) ? effect.payback : 'no number of';
  return `It would pay for itself only after ${turns} turns; ${expectedTurns} are expected.`;
}

/** What decides how deep a fold goes. */
export interface Depth {
  readonly trigger: RunTrigger;
  readonly request: FoldRequest;
  readonly used: number;
  /** True for a strategy that keeps what its settings retain and takes the rest, whatever the goal. */
  readonly takesRest: boolean;
  readonly degrade: boolean;
}

/** Tokens a fold aims at; what is asked for by hand folds below the goal too: to half of what there is, or as far as it goes. */
export function goalOf(budget: Budget, { trigger, request, used, takesRest }: Depth): number | undefined {
  if (request.target !== undefined) return request.target;
  if (request.force || request.upTo !== undefined || request.retainTokens !== undefined)
    // A goal out of reach would leave the summary next to nothing.
    return takesRest ? Math.max(0, used - 1) : 0;
  return trigger === 'manual' ? Math.min(budget.goal, Math.floor(used / 2)) : undefined;
}

/** Tokens the request must come under, by the floor if need be; null where failing to get there is no harm. */
export function limitOf({ hardAt, room }: Budget, { trigger, degrade }: Pick<Depth, 'trigger' | 'degrade'>): number | null {
  return trigger === 'hard' && degrade ? Math.min(hardAt, room + 1) - 1 : null;
}

/** One fold at a time. */
export function foldRunning(job: JobId): SessionError {
  return new SessionError('fold-running', 'This conversation is being condensed already.', {
    todo: 'Wait until it is done, or cancel it.',
    facts: { job },
  });
}

function foldCooldown(secondsLeft: number): SessionError {
  return new SessionError('fold-cooldown', `This conversation was condensed a moment ago. It can be again in ${secondsLeft} s.`, {
    todo: `Try again in ${secondsLeft} s.`,
    facts: { secondsLeft },
  });
}

/** Failures in a row after which folding beside the conversation stops until one succeeds. */
export const BREAKER_LIMIT = 3;

/** Milliseconds between the end of a fold and the start of the next, however it is started; hard does not wait. */
export const COOLDOWN_MS = 30_000;
