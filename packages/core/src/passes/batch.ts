import type { Ask } from '../ask.ts';
import { askFor } from '../ask-tree.ts';
import type { Counter } from '../counter.ts';
import { LEDGER_SHARE } from '../evidence/mend.ts';
import { pieceOf } from '../material.ts';
import type { Condition, Draft, Pass, Problem } from '../pass.ts';
import { type Detail, summaryPrompt, type Template } from '../prompts.ts';
import { rowTokens } from '../render.ts';
import { type Selection, selectRuns } from '../selection.ts';
import type { Row } from '../view.ts';

/** How a batch pass summarises. */
export interface BatchConfig {
  readonly id: string;
  readonly name: string;
  readonly when: Condition;
  readonly selection: Selection;
  /** Messages of the selection kept at its beginning and end. */
  readonly keepFirst?: number;
  readonly keepLast?: number;
  readonly template?: Template;
  readonly detail?: Detail;
  readonly customPrompt?: string;
  readonly apiProfile?: string;
  /** Tokens the summary may have; a tenth of what it replaces when not set. */
  readonly maxTokens?: number;
  /** Take the oldest messages only until the goal is met; otherwise all that are selected. */
  readonly stopAtGoal?: boolean;
}

/** A summary is never asked to be shorter than this many tokens. */
export const SHORTEST_SUMMARY = 300;
/** A record is shortened to half of itself at most, when it goes into the next one. */
const RECORD_WORTH = 5;
/** Tokens of the fence around a stand-in, bounded from above. */
const FENCE = 48;

/** The selected messages as one block: one ask over all of them, its text where the first one stood. */
export function batchPass(config: BatchConfig): Pass {
  return {
    id: config.id,
    name: config.name,
    when: config.when,
    wholeTurns: config.selection.type !== 'custom' || config.selection.custom.roles?.includes('user') !== false,
    propose(problem) {
      const runs = trimmed(selectRuns(problem, config.selection), config, problem);
      if (!worthAsking(runs, problem)) return [];
      const rows = runs.flat();
      const limit = summaryLimit(rows, config, problem);
      return draftsOver(runs, summaryAsk(rows, limit, config, problem), limit);
    },
  };
}

/** A summary alone is not summarised again, unless it turned out too long. */
function worthAsking(runs: readonly (readonly Row[])[], { squeeze }: Problem): boolean {
  return runs.some((run) => run.some((row) => row.kind === 'entry' || (squeeze > 1 && row.fold.kind === 'summary')));
}

/** The first span carries the text; the others, behind what is protected, render as nothing and go with it. */
function draftsOver(runs: readonly (readonly Row[])[], body: Ask, limit: number): readonly Draft[] {
  const group = runs.length > 1 ? { group: 'batch' } : {};
  return runs.map((run, index) => {
    const target = { kind: 'span', from: firstEntry(run[0] as Row), to: lastEntry(run.at(-1) as Row) } as const;
    return { target, kind: 'summary', ...(index === 0 ? { body, limit } : { body: '' }), ...group };
  });
}

function summaryAsk(rows: readonly Row[], limit: number, config: BatchConfig, problem: Problem): Ask {
  const { count, ask } = problem;
  const pieces = rows.filter((row) => row.message !== null).map((row) => pieceOf(row, count));
  const instructions = config.customPrompt ?? summaryPrompt(config.template, config.detail);
  return askFor(pieces, {
    instructions,
    maxTokens: Math.max(1, Math.floor(limit * (1 - LEDGER_SHARE))),
    room: ask.room,
    count,
    ...(config.apiProfile === undefined ? {} : { profile: config.apiProfile }),
  });
}

/** Tokens of the whole stand-in, of which its summary is asked to leave a share for facts: a tenth of what is replaced, at least 300, at most what the goal leaves beside what stays. */
function summaryLimit(rows: readonly Row[], config: BatchConfig, { tokens, goal, squeeze, count }: Problem): number {
  const replaced = rows.reduce((sum, row) => sum + rowTokens(row, count), 0);
  const left = goal - (tokens - replaced) - FENCE;
  const wanted = config.maxTokens ?? Math.max(SHORTEST_SUMMARY, Math.min(Math.ceil(originals(rows, count) / 10), left));
  return Math.max(1, Math.floor(wanted / squeeze));
}

/** What rows stand for: a record weighs a fraction of it, and would be gone after a few folds if it were shortened tenfold each time. */
function originals(rows: readonly Row[], count: Counter): number {
  return rows.reduce((sum, row) => {
    const tokens = rowTokens(row, count);
    return sum + (row.kind === 'entry' ? tokens : Math.max(tokens, Math.min(row.fold.before, tokens * RECORD_WORTH)));
  }, 0);
}

/** The runs without the first and last messages that are to be kept and, where wanted, only as many as the goal needs. */
function trimmed(runs: readonly (readonly Row[])[], config: BatchConfig, problem: Problem): readonly (readonly Row[])[] {
  const { keepFirst = 0, keepLast = 0 } = config;
  const entries = runs.flat().filter((row) => row.kind === 'entry');
  const first = keepFirst === 0 ? -1 : (entries[keepFirst - 1]?.index ?? Infinity);
  const last = keepLast === 0 ? Infinity : (entries[entries.length - keepLast]?.index ?? -1);
  const inside = (row: Row) => {
    const [start, end] = problem.seams.unit(row.index);
    return start > first && end < last;
  };
  const kept = runs.map((run) => run.filter(inside));
  return (config.stopAtGoal ? oldestEnough(kept, problem) : kept).filter((run) => run.length > 0);
}

/** As many of the oldest rows, unit by unit, as must go for the goal once their summary stands there. */
function oldestEnough(runs: readonly (readonly Row[])[], problem: Problem): Row[][] {
  const { count, seams, excess, squeeze } = problem;
  const out: Row[][] = [];
  let gone = 0;
  let unitEnd = -1;
  for (const run of runs) {
    const taken: Row[] = [];
    for (const row of run) {
      const summary = Math.max(SHORTEST_SUMMARY, gone / 10) / squeeze + FENCE;
      if (row.index > unitEnd && gone - summary >= excess) break;
      taken.push(row);
      gone += rowTokens(row, count);
      unitEnd = seams.unit(row.index)[1];
    }
    out.push(taken);
    if (taken.length < run.length) break;
  }
  return out;
}

function firstEntry(row: Row): string {
  return row.kind === 'entry' ? row.entry.id : spanOf(row).from;
}

function lastEntry(row: Row): string {
  return row.kind === 'entry' ? row.entry.id : spanOf(row).to;
}

function spanOf(row: Row & { kind: 'stand-in' }): { from: string; to: string } {
  if (row.fold.target.kind !== 'span') throw new TypeError('A stand-in row stands for a span.');
  return row.fold.target;
}
