import type { Ask } from '../ask.ts';
import { askFor } from '../ask-tree.ts';
import type { Counter } from '../counter.ts';
import { LEDGER_SHARE } from '../evidence/ledger-format.ts';
import { pieceOf } from '../material.ts';
import type { Condition, Draft, Pass, Problem } from '../pass.ts';
import { type Detail, summaryPrompt, type Template } from '../prompts.ts';
import { rowTokens } from '../render.ts';
import { type Selection, selectRuns } from '../selection.ts';
import { withUntold } from '../untold.ts';
import type { Row } from '../view.ts';
import { comingBack, type Return } from './coming-back.ts';

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
/** A summary is this many times shorter than the messages it replaces. */
const SHORTER = 10;
/** Share of a goal that is out of reach anyway which a record may still have: a long open turn must not cost all that is known. */
const RECORD_SHARE = 0.25;
/** Share of the goal that a view may be above it without a second summary being paid for. */
const NEAR = 0.1;
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
      const runs = trimmed(runsLeavingRoom(config.selection, problem), config, problem);
      if (!worthAsking(runs, problem, config.stopAtGoal)) return [];
      const rows = runs.flat();
      const told = withUntold(rows, problem.conversation);
      const limit = summaryLimit(rows, told, config, problem);
      return draftsOver(runs, summaryAsk(told, limit, config, problem), limit);
    },
  };
}

/** Share of the usual retention that is kept where it would leave a summary less than it is due. */
const LEAST_RETENTION = 0.5;

/**
 * The selected runs; where the retention that nobody wished for would leave their summary less room than it is due, less is
 * retained, and as little as need be where the request must fit. What somebody did wish for yields to that alone.
 */
function runsLeavingRoom(selection: Selection, problem: Problem): readonly (readonly Row[])[] {
  const runs = selectRuns(problem, selection);
  if (selection.type !== 'retention') return runs;
  const { tokens, goal, count, budget, squeeze } = problem;
  const isWished = selection.tokens !== undefined || !['default', 'model'].includes(budget.retention.from);
  if (isWished && squeeze === 1) return runs;
  const rows = runs.flat();
  const replaced = rows.reduce((sum, row) => sum + rowTokens(row, count), 0);
  const left = goal - (tokens - replaced) - FENCE;
  const wished = selection.tokens ?? budget.retention.value;
  const least = squeeze > 1 ? 0 : wished * LEAST_RETENTION;
  const missing = (squeeze > 1 ? SHORTEST_SUMMARY : dueTokens(rows, 1, count)) - left;
  // A goal that is out of reach even so is no reason to keep less.
  if (missing <= 0 || left + wished / squeeze - least < SHORTEST_SUMMARY) return runs;
  const retained = Math.floor(Math.max(least, wished / squeeze - missing));
  return selectRuns({ ...problem, squeeze: 1 }, { type: 'retention', tokens: retained });
}

/** A summary alone is not summarised again, unless it turned out too long; nor is one with a little more, to come a little closer to the goal. */
function worthAsking(runs: readonly (readonly Row[])[], { squeeze, excess, goal }: Problem, stopAtGoal = false): boolean {
  const again = runs[0]?.[0]?.kind === 'stand-in' && runs[0][0].fold.kind === 'summary';
  if (stopAtGoal && again && squeeze === 1 && excess <= goal * NEAR) return false;
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

/** Tokens of the whole stand-in, of which its summary is asked to leave a share for facts: a tenth of the messages and all of the records it replaces, at least 300, at most what the goal leaves beside what stays. */
function summaryLimit(
  rows: readonly Row[],
  told: readonly Row[],
  config: BatchConfig,
  { tokens, goal, squeeze, count }: Problem,
): number {
  const replaced = rows.reduce((sum, row) => sum + rowTokens(row, count), 0);
  const left = goal - (tokens - replaced) - FENCE;
  // What was hidden is told too, but weighs nothing now: the stand-in must still be lighter than what it replaces.
  const most = told === rows ? roomFor(left, goal) : Math.min(roomFor(left, goal), replaced / 2);
  const wanted = config.maxTokens ?? Math.max(SHORTEST_SUMMARY, Math.min(dueTokens(told, squeeze, count), most));
  const halved = wanted / squeeze;
  // What the goal has room for is not halved, unless the writer was the one who took too much.
  const fits = config.maxTokens === undefined && !overlong(rows, count);
  return Math.max(1, Math.floor(fits ? Math.max(halved, Math.min(wanted, left)) : halved));
}

/** True where a record turned out longer than it was due: its writer is asked for less than there is room for. */
function overlong(rows: readonly Row[], count: Counter): boolean {
  return rows.some(
    (row) => row.kind === 'stand-in' && rowTokens(row, count) > Math.max(SHORTEST_SUMMARY, row.fold.before / SHORTER) + FENCE,
  );
}

function roomFor(left: number, goal: number): number {
  // A goal of nothing asks for all that can be folded, not for records without facts.
  if (goal === 0) return Infinity;
  return left < SHORTEST_SUMMARY ? goal * RECORD_SHARE : left;
}

/** Tokens a summary of rows may have: a tenth of the messages, and all of a record, which would be gone after a few folds if each shortened it anew. */
function dueTokens(rows: readonly Row[], squeeze: number, count: Counter): number {
  return Math.ceil(rows.reduce((sum, row) => sum + dueFor(row, rowTokens(row, count), squeeze), 0));
}

/** A record that turned out too long is due what it should have weighed. */
function dueFor(row: Row, tokens: number, squeeze: number): number {
  if (row.kind === 'entry') return tokens / SHORTER;
  return squeeze > 1 ? Math.min(tokens, row.fold.before / SHORTER) : tokens;
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

/** As many of the oldest rows, unit by unit, as must go for the goal once their summary stands there and what referred to them shows again. */
function oldestEnough(runs: readonly (readonly Row[])[], problem: Problem): Row[][] {
  const { count, seams, excess, squeeze, view, conversation } = problem;
  const returns = comingBack(view, conversation);
  const back = new Map<string, Return>();
  const out: Row[][] = [];
  let gone = 0;
  let due = 0;
  let unitEnd = -1;
  for (const run of runs) {
    const taken: Row[] = [];
    for (const row of run) {
      const summary = Math.max(SHORTEST_SUMMARY, due) / squeeze + FENCE;
      if (row.index > unitEnd && gone - summary >= excess) break;
      taken.push(row);
      const tokens = rowTokens(row, count);
      gone += tokens;
      if (row.kind === 'entry') {
        for (const { id } of row.folds) gone += back.get(id)?.tokens ?? 0;
        for (const again of returns.get(row.entry.id) ?? []) {
          if (again.index <= row.index || back.has(again.fold)) continue;
          back.set(again.fold, again);
          gone -= again.tokens;
        }
      }
      due += dueFor(row, tokens, squeeze);
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
