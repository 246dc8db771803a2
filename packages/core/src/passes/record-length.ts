import type { Counter } from '../counter.ts';
import type { Problem } from '../pass.ts';
import { rowTokens } from '../project.ts';
import type { Row, StandInRow } from '../view.ts';
import type { Batch, BatchConfig } from './batch-config.ts';

/** A summary is never asked to be shorter than this many tokens. */
export const SHORTEST_SUMMARY = 300;
/** The least a record is readable in, where a target has no room for more. */
const READABLE = 150;
/** A summary is this many times shorter than the messages it replaces. */
const SHORTER = 10;
/** Share of a goal that is out of reach anyway which a record may still have: what is held must not cost all that is known. */
const RECORD_SHARE = 0.25;
/** Tokens of the fence around a stand-in, bounded from above. */
export const FENCE = 64;
/** Share of what is told that a record of it can use. */
export const USEFUL = 0.5;

/**
 * Tokens of each whole stand-in, of which its summary is asked to leave a share for facts: what it is due, at least 300, at
 * most what the goal leaves beside what stays. A target is spent: they get all that it leaves and they can use.
 */
export function limitsOf(batches: readonly Batch[], config: BatchConfig, problem: Problem): readonly number[] {
  const { tokens, goal, squeeze, spend, count } = problem;
  const replaced = batches.reduce((sum, batch) => sum + batch.tokens, 0);
  const due = batches.reduce((sum, batch) => sum + batch.due, 0);
  const all = goal - (tokens - replaced) - FENCE * batches.length;
  // A wish that shorter records meet is met; one that is out of reach even so costs nothing that is known.
  const shortest =
    spend && all >= READABLE * batches.length ? Math.min(SHORTEST_SUMMARY, all / batches.length) : SHORTEST_SUMMARY;
  return batches.map((batch) => {
    const left = (all * batch.due) / due;
    const share = (roomFor(all, goal, shortest * batches.length) * batch.due) / due;
    // What was hidden is told too, but weighs nothing now: the stand-in must still be lighter than what it replaces.
    const most = batch.told === batch.rows ? share : Math.min(share, batch.tokens / 2);
    const useful = spend ? Math.max(batch.due, usefulIn(batch.rows, count)) : batch.due;
    const wanted = config.maxTokens ?? Math.max(shortest, Math.min(useful, most));
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

function roomFor(left: number, goal: number, least: number): number {
  // A goal of nothing asks for all that can be folded, not for records without facts.
  if (goal === 0) return Infinity;
  return left < least ? goal * RECORD_SHARE : left;
}

/** Tokens a summary of rows is due. */
export function dueTokens(rows: readonly Row[], squeeze: number, problem: Problem): number {
  return Math.ceil(rows.reduce((sum, row) => sum + dueFor(row, rowTokens(row, problem.count), squeeze, problem), 0));
}

/** Tokens a row adds to that. A record that turned out too long is due what it should have weighed. */
export function dueFor(row: Row, tokens: number, squeeze: number, problem: Problem): number {
  if (row.kind === 'entry') return tokens / SHORTER;
  return squeeze > 1 ? Math.min(tokens, recordDue(row, problem)) : tokens;
}

/** Tokens of rows. */
export function weightOf(rows: readonly Row[], count: Counter): number {
  return rows.reduce((sum, row) => sum + rowTokens(row, count), 0);
}
