import type { Answer } from './ask.ts';
import type { Conversation } from './conversation.ts';
import { contentHash, type Hash } from './hash.ts';
import type { Plan } from './plan.ts';
import { project, tokensOf } from './project.ts';
import type { PassReport } from './report.ts';
import type { View } from './view.ts';

/** A run under way: the conversation as it stands now and the books that are kept of it. */
export interface RunState {
  readonly plan: Plan;
  readonly hash: Hash;
  readonly before: number;
  readonly rowsBefore: number;
  conversation: Conversation;
  view: View;
  tokens: number;
  readonly reports: PassReport[];
  readonly warnings: string[];
  /** The floor had to be used. */
  floor: boolean;
  /** Some ask was answered by the fallback. */
  mended: boolean;
  /** A pass threw. */
  threw: boolean;
  /** The host was asked something. */
  asked: boolean;
  /** What it said, by the ask's key: nothing is asked, or paid for, twice in a run. */
  readonly answers: Map<string, Answer>;
}

/** A run before its first pass. */
export function beginRun(plan: Plan): RunState {
  const view = project(plan.conversation);
  const tokens = tokensOf(view, plan.count);
  return {
    plan,
    hash: plan.hash ?? contentHash,
    before: tokens,
    rowsBefore: shownRows(view),
    conversation: plan.conversation,
    view,
    tokens,
    reports: [],
    warnings: [...(plan.notes ?? [])],
    floor: false,
    mended: false,
    threw: false,
    asked: false,
    answers: new Map(),
  };
}

/** Tokens below which lightening a request of `tokens` is not worth a call or a broken cache. Anything is while it does not fit. */
export function leastGainOf(plan: Plan, tokens: number): number {
  if (plan.limit !== null && tokens > plan.limit) return 0;
  return plan.leastGain ?? Math.ceil(tokens / 50);
}

/** Messages a view sends. */
export function shownRows(view: View): number {
  return view.rows.reduce((sum, row) => sum + (row.message === null ? 0 : 1), 0);
}
