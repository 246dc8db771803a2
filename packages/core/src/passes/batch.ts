import type { Ask, Scope } from '../ask.ts';
import { askFor } from '../ask-tree.ts';
import type { Counter } from '../counter.ts';
import { cutToTokens } from '../cut.ts';
import { LEDGER_SHARE } from '../evidence/ledger.ts';
import { pieceOf } from '../material.ts';
import { messageText } from '../message.ts';
import type { Condition, Draft, Pass, Problem } from '../pass.ts';
import { type Detail, summaryPrompt, type Template } from '../prompts.ts';
import { rowTokens } from '../render.ts';
import { retentionIn } from '../retention.ts';
import { type Selection, selectRuns } from '../selection.ts';
import { withUntold } from '../untold.ts';
import type { Row, StandInRow } from '../view.ts';
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
/** Share of a goal that is out of reach anyway which a record may still have: what is held must not cost all that is known. */
const RECORD_SHARE = 0.25;
/** Share of the goal that a view may be above it without a second summary being paid for. */
const NEAR = 0.1;
/** Tokens of the fence around a stand-in, bounded from above. */
const FENCE = 64;
/** Share of a target that newest messages kept whole may take, that a newest step which is too long is cut to, and the share of what is told that a record of it can use. */
const NEWEST_SHARE = 1 / 5;
const STEP_SHARE = 1 / 3;
const USEFUL = 0.5;
/** Share of the summariser's window that the request may take beside its steps. */
const REQUEST_SHARE = 1 / 8;

/** The selected messages as one block: one ask over the history, one over the steps of a running turn, each text where its first message stood. */
export function batchPass(config: BatchConfig): Pass {
  return {
    id: config.id,
    name: config.name,
    when: config.when,
    wholeTurns: config.selection.type !== 'custom' || config.selection.custom.roles?.includes('user') !== false,
    propose(given) {
      const problem = withNewestCut(given);
      // A shorter record is no help against a step that is too long by itself.
      if (problem.squeeze > 1 && problem !== given && problem.tokens <= problem.goal) return [];
      const runs = trimmed(chosenRuns(config.selection, problem), config, problem);
      const batches = batchesOf(runs, problem).filter((batch) => worthAsking(batch, problem, config.stopAtGoal));
      const limits = limitsOf(batches, config, problem);
      return batches.flatMap((batch, at) => draftsOver(batch, limits[at] as number, config, problem));
    },
  };
}

/** The problem as it is once the floor has cut what the newest step takes beyond its share: what it must lose anyway is no reason to tell less of all before it. */
function withNewestCut(problem: Problem): Problem {
  const { view, seams, count, goal, tokens } = problem;
  if (goal === 0) return problem;
  const fixed = view.rows.filter((row) => row.kind === 'entry' && seams.fixed(row.index));
  const share = Math.max(0, (goal - weightOf(fixed, count)) * STEP_SHARE);
  const cut = Math.max(0, newestTokens(problem) - share);
  return cut === 0 ? problem : { ...problem, tokens: tokens - cut, excess: Math.max(0, tokens - cut - goal) };
}

/** Tokens of the newest step, which only the floor may cut. */
function newestTokens({ view, seams, count }: Problem): number {
  let tokens = 0;
  for (let at = view.rows.length - 1; at >= 0; at--) {
    const row = view.rows[at] as Row;
    if (row.index < seams.newest) break;
    if (row.kind === 'entry' && !seams.fixed(row.index)) tokens += rowTokens(row, count);
  }
  return tokens;
}

/** What one summary tells of: runs of the history, or of steps. */
interface Batch {
  readonly scope: Scope;
  readonly runs: readonly (readonly Row[])[];
  readonly rows: readonly Row[];
  /** The same with what was hidden without a summary. */
  readonly told: readonly Row[];
  readonly tokens: number;
  /** Tokens its summary may have: a tenth of the messages, and all of a record, which would be gone after a few folds if each shortened it anew. */
  readonly due: number;
}

/** The request parts what stood before it from the steps taken on it: two spans, two summaries. */
function batchesOf(runs: readonly (readonly Row[])[], problem: Problem): readonly Batch[] {
  const { seams, count, conversation, squeeze } = problem;
  const parted = Map.groupBy(runs, ([first]): Scope => ((first?.index ?? 0) < seams.request ? 'history' : 'steps'));
  return [...parted].map(([scope, runs]) => {
    const rows = runs.flat();
    const told = withUntold(rows, conversation);
    return { scope, runs, rows, told, tokens: weightOf(rows, count), due: dueTokens(told, squeeze, problem) };
  });
}

function weightOf(rows: readonly Row[], count: Counter): number {
  return rows.reduce((sum, row) => sum + rowTokens(row, count), 0);
}

/** Shares of the usual retention that are tried where it would leave a summary less than it is due; less still where the request must fit. */
const LESS = [1, 0.75, 0.5];
const MUCH_LESS = [1, 0.75, 0.5, 0.25, 0];

/**
 * The selected runs. Where the retention that nobody wished for would leave their summary less room than it is due, less is
 * retained, and as little as need be where the request must fit; what somebody did wish for yields to that alone. Of a target
 * the newest messages get their share.
 */
function chosenRuns(selection: Selection, problem: Problem): readonly (readonly Row[])[] {
  const { budget, squeeze, count, seams } = problem;
  const usual = selectRuns(problem, selection);
  if (selection.type !== 'retention') return problem.spend ? withoutNewest(usual, problem) : usual;
  const isWished = selection.tokens !== undefined || !['default', 'model'].includes(budget.retention.from);
  if (problem.spend && !isWished) return withoutNewest(selectRuns(problem, { type: 'retention', tokens: 0, steps: 0 }), problem);
  if (problem.spend || (isWished && squeeze === 1)) return usual;
  const most = retentionIn(Math.min(budget.room, 2 * problem.goal), selection.tokens ?? budget.retention.value);
  for (const share of squeeze === 1 ? LESS : MUCH_LESS) {
    const kept = { tokens: Math.floor(most.messages * share), steps: Math.floor(most.steps * share) };
    const runs = share === 1 ? usual : selectRuns(problem, { type: 'retention', ...kept });
    const rows = runs.flat();
    const left = leftFor(weightOf(rows, count), rows.at(0)?.index, rows.at(-1)?.index, problem);
    if (left >= (squeeze === 1 ? dueTokens(rows, 1, problem) : SHORTEST_SUMMARY)) return runs;
  }
  // A goal that is out of reach even so is no reason to keep less.
  return usual;

  function leftFor(replaced: number, first = 0, last = 0, { tokens, goal }: Problem): number {
    const fences = first < seams.request && last > seams.request ? 2 : 1;
    return goal - (tokens - replaced) - FENCE * fences;
  }
}

/** Runs less the newest messages a target has room for beside the record: a fifth of it, the newest step included, more where a record could not use the rest. */
function withoutNewest(runs: readonly (readonly Row[])[], problem: Problem): readonly (readonly Row[])[] {
  const { goal, tokens, count, seams, squeeze } = problem;
  const all = weightOf(runs.flat(), count);
  const left = goal - (tokens - all) - 2 * FENCE;
  const newest = newestTokens(problem);
  const share = (left + newest) * NEWEST_SHARE - newest;
  let room = Math.max(share, (left - all * USEFUL) / (1 - USEFUL)) / squeeze;
  const out = runs.map((run) => [...run]);
  for (let run = out.at(-1); run !== undefined; run = out.at(-1)) {
    const last = run.at(-1);
    if (last === undefined) {
      out.pop();
      continue;
    }
    const [first] = seams.unit(last.index);
    const at = run.findIndex((row) => row.index >= first);
    const unit = run.slice(at);
    room -= weightOf(unit, count);
    if (room < 0 || unit.some((row) => row.kind !== 'entry')) return out;
    run.length = at;
  }
  return out;
}

/** A summary alone is not summarised again, unless it turned out too long; nor is one with a little more, to come a little closer to the goal or while a turn goes on behind it. */
function worthAsking({ rows, scope }: Batch, problem: Problem, stopAtGoal = false): boolean {
  const { squeeze, excess, goal, spend, seams, budget, count, view } = problem;
  const again = rows[0]?.kind === 'stand-in' && rows[0].fold.kind === 'summary' && squeeze === 1 && !spend;
  if (stopAtGoal && again && excess <= goal * NEAR) return false;
  const isRunning = view.transcript.length > seams.request + 1;
  const fresh = rows.filter((row) => row.kind === 'entry');
  if (again && scope === 'history' && isRunning && weightOf(fresh, count) <= budget.retention.value) return false;
  return fresh.length > 0 || (problem.anew && rows.some((row) => row.kind === 'stand-in' && row.fold.kind === 'summary'));
}

/** The first span carries the text; the others, behind what is protected, render as nothing and go with it. */
function draftsOver({ scope, runs, told }: Batch, limit: number, config: BatchConfig, problem: Problem): readonly Draft[] {
  const body = summaryAsk(told, scope, limit, config, problem);
  const group = runs.length > 1 ? { group: scope } : {};
  return runs.map((run, index) => {
    const target = { kind: 'span', from: firstEntry(run[0] as Row), to: lastEntry(run.at(-1) as Row) } as const;
    return { target, kind: 'summary', ...(index === 0 ? { body, limit } : { body: '' }), ...group };
  });
}

function summaryAsk(rows: readonly Row[], scope: Scope, limit: number, config: BatchConfig, problem: Problem): Ask {
  const { count, ask } = problem;
  const pieces = rows.filter((row) => row.message !== null).map((row) => pieceOf(row, count));
  const instructions = config.customPrompt ?? summaryPrompt(config.template, config.detail, scope);
  const request = scope === 'steps' ? requestText(problem) : '';
  return askFor(pieces, {
    instructions,
    maxTokens: Math.max(1, Math.floor(limit * (1 - LEDGER_SHARE))),
    room: ask.room,
    count,
    beside: Math.floor(Math.min(MOST_BESIDE, ask.room / 16, limit / 4)),
    ...(scope === 'steps' ? { scope } : {}),
    ...(request === '' ? {} : { request }),
    ...(config.apiProfile === undefined ? {} : { profile: config.apiProfile }),
  });
}

/** Tokens of what is kept beside a summary that its writer is shown. */
const MOST_BESIDE = 1_000;

/** The words of the request, as far as they leave the summariser's window to the steps. */
function requestText({ view, seams, ask, count }: Problem): string {
  const entry = view.transcript[seams.request];
  return entry === undefined ? '' : cutToTokens(messageText(entry.message), Math.floor(ask.room * REQUEST_SHARE), count.text);
}

/**
 * Tokens of each whole stand-in, of which its summary is asked to leave a share for facts: what it is due, at least 300, at
 * most what the goal leaves beside what stays. A target is spent: they get all that it leaves and they can use.
 */
function limitsOf(batches: readonly Batch[], config: BatchConfig, problem: Problem): readonly number[] {
  const { tokens, goal, squeeze, spend, count } = problem;
  const replaced = batches.reduce((sum, batch) => sum + batch.tokens, 0);
  const due = batches.reduce((sum, batch) => sum + batch.due, 0);
  const all = goal - (tokens - replaced) - FENCE * batches.length;
  return batches.map((batch) => {
    const left = (all * batch.due) / due;
    const share = (roomFor(all, goal) * batch.due) / due;
    // What was hidden is told too, but weighs nothing now: the stand-in must still be lighter than what it replaces.
    const most = batch.told === batch.rows ? share : Math.min(share, batch.tokens / 2);
    const useful = spend ? Math.max(batch.due, usefulIn(batch.rows, count)) : batch.due;
    const wanted = config.maxTokens ?? Math.max(SHORTEST_SUMMARY, Math.min(useful, most));
    const halved = wanted / squeeze;
    // What the goal has room for is not halved, unless the writer was the one who took too much.
    const fits = config.maxTokens === undefined && !overlong(batch.rows, problem);
    return Math.max(1, Math.floor(fits ? Math.max(halved, Math.min(wanted, left)) : halved));
  });
}

/** Tokens a record of rows can use: all that older records say, and a share of messages. */
function usefulIn(rows: readonly Row[], count: Counter): number {
  return rows.reduce((sum, row) => sum + rowTokens(row, count) * (row.kind === 'entry' ? USEFUL : 1), 0);
}

/** True where a record turned out longer than it was due: its writer is asked for less than there is room for. */
function overlong(rows: readonly Row[], problem: Problem): boolean {
  return rows.some((row) => row.kind === 'stand-in' && rowTokens(row, problem.count) > recordDue(row, problem) + FENCE);
}

/** Tokens a record is due: a tenth of all that it stands for, however often it was written anew since. */
function recordDue({ from, to }: StandInRow, { view, count }: Problem): number {
  const entries = view.transcript.slice(from, to + 1);
  return Math.max(SHORTEST_SUMMARY, entries.reduce((sum, { message }) => sum + count.message(message), 0) / SHORTER);
}

function roomFor(left: number, goal: number): number {
  // A goal of nothing asks for all that can be folded, not for records without facts.
  if (goal === 0) return Infinity;
  return left < SHORTEST_SUMMARY ? goal * RECORD_SHARE : left;
}

function dueTokens(rows: readonly Row[], squeeze: number, problem: Problem): number {
  return Math.ceil(rows.reduce((sum, row) => sum + dueFor(row, rowTokens(row, problem.count), squeeze, problem), 0));
}

/** A record that turned out too long is due what it should have weighed. */
function dueFor(row: Row, tokens: number, squeeze: number, problem: Problem): number {
  if (row.kind === 'entry') return tokens / SHORTER;
  return squeeze > 1 ? Math.min(tokens, recordDue(row, problem)) : tokens;
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
  const taken = config.stopAtGoal && !problem.spend ? oldestEnough(kept, problem) : kept;
  return taken.filter((run) => run.length > 0);
}

/** As many of the oldest rows, unit by unit, as must go for the goal once their summary stands there and what referred to them shows again. */
function oldestEnough(runs: readonly (readonly Row[])[], problem: Problem): Row[][] {
  const { count, seams, excess, squeeze, view, conversation } = problem;
  const returns = comingBack(view, conversation);
  const back = new Map<string, Return>();
  const out: Row[][] = [];
  let gone = 0;
  const due = { history: 0, steps: 0 };
  const weigh = (tokens: number) => (tokens === 0 ? 0 : Math.max(SHORTEST_SUMMARY, tokens) / squeeze + FENCE);
  let unitEnd = -1;
  for (const run of runs) {
    const taken: Row[] = [];
    const scope = (run[0]?.index ?? 0) < seams.request ? 'history' : 'steps';
    for (const row of run) {
      const summary = weigh(due.history) + weigh(due.steps);
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
      due[scope] += dueFor(row, tokens, squeeze, problem);
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
