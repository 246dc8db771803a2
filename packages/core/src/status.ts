import { type Breakdown, breakdownOf } from './breakdown.ts';
import type { Budget } from './budget.ts';
import { formatCount } from './counted.ts';
import type { Counter } from './counter.ts';
import { textMessage } from './message.ts';
import { isOlder, type Retained, retainedFrom, retentionIn } from './retention.ts';
import type { Seams } from './seam.ts';
import type { Sourced } from './threshold.ts';
import type { View } from './view.ts';

/** How full a context is, as people see it: `warning` from 70 % of room on, `critical` from 85 %. */
export type Level = 'normal' | 'warning' | 'critical';

/** Whether a fold is due: in the background, before the next request, or not at all. */
export type Need = 'none' | 'soft' | 'hard';

/** What a context holds and how that compares with its budget. Gauge and trigger both read this. */
export interface Fullness {
  readonly used: number;
  readonly reserved: number;
  /** Tokens still free for input; 0 when the room is overrun. */
  readonly available: number;
  /** Share of room in percent, not rounded; over 100 when it is overrun. */
  readonly percent: number;
  readonly level: Level;
  readonly model: string;
  readonly window: number;
  readonly room: number;
  readonly softAt: number;
  readonly hardAt: number;
  /** The watermarks in percent of room and where they come from. */
  readonly soft: Sourced;
  readonly hard: Sourced;
  readonly retention: Sourced;
  readonly answerTokens: Sourced;
  readonly needsFold: Need;
  /** False where counts are only close: shown as `≈`. */
  readonly exact: boolean;
  readonly breakdown: Breakdown;
}

/** The same, and what a fold would find there. */
export interface Status extends Fullness {
  /** Messages a fold keeps because they are recent. */
  readonly retained: number;
  /** Older messages and summaries that a fold may take. */
  readonly foldable: number;
}

/** What is measured. */
export interface Measurable {
  readonly view: View;
  readonly count: Counter;
  readonly budget: Budget;
  /** What is being typed: part of the next request, so part of the count. */
  readonly draft?: string;
}

/** What a status is taken of. */
export interface Measured extends Measurable {
  readonly seams: Seams;
}

/** How full a context is, what fills it, whether it must be folded and what a fold would find. */
export function statusOf({ seams, ...measurable }: Measured): Status {
  const { view, count, budget } = measurable;
  const fullness = fullnessOf(measurable);
  const most = retentionIn(Math.min(budget.room, fullness.used), budget.retention.value);
  return { ...fullness, ...split(view, seams, retainedFrom(view, seams, count, most)) };
}

/** How full a context is, what fills it and whether it must be folded: the part of a status that needs no seams. */
export function fullnessOf({ view, count, budget, draft }: Measurable): Fullness {
  const breakdown = breakdownOf(view.frame, view.rows, draft ? textMessage('user', draft) : null, count);
  let used = 0;
  for (const tokens of Object.values(breakdown)) used += tokens;
  const percent = (used * 100) / budget.room;
  return {
    used,
    reserved: budget.reserved,
    available: Math.max(0, budget.room - used),
    percent,
    level: levelOf(percent),
    model: budget.model,
    window: budget.window,
    room: budget.room,
    softAt: budget.softAt,
    hardAt: budget.hardAt,
    soft: budget.soft,
    hard: budget.hard,
    retention: budget.retention,
    answerTokens: budget.answerTokens,
    needsFold: needOf(used, budget),
    exact: count.exact,
    breakdown,
  };
}

/** The level at a share of room. */
export function levelOf(percent: number): Level {
  if (percent >= 85) return 'critical';
  return percent >= 70 ? 'warning' : 'normal';
}

/** Whether this many tokens call for a fold. Below the floor nothing does, as long as the context fits. */
export function needOf(used: number, budget: Budget): Need {
  if (used < budget.floor && used <= budget.room) return 'none';
  if (used >= budget.hardAt) return 'hard';
  return used >= budget.softAt ? 'soft' : 'none';
}

/** One line for a gauge: `2,450 / 128,000 tokens - 2%`, with `≈` before a count that is not exact. */
export function formatStatus({ used, room, percent, exact }: Pick<Status, 'used' | 'room' | 'percent' | 'exact'>): string {
  return `${exact ? '' : '≈'}${formatCount(used)} / ${formatCount(room)} tokens - ${Math.round(percent)}%`;
}

function split({ rows }: View, seams: Seams, kept: Retained): { readonly retained: number; readonly foldable: number } {
  let retained = 0;
  let foldable = 0;
  for (const row of rows) {
    if (row.message === null) continue;
    if (!isOlder(seams, kept, row.index)) retained++;
    else if (row.kind === 'stand-in' || !seams.held(row.index)) foldable++;
  }
  return { retained, foldable };
}
