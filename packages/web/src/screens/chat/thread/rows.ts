import type { Job, QueuedMessage, Run } from '@tenfold/contract';
import { type FoldWatch, foldName } from '../../../state/fold-watch.ts';
import type { LiveTurn } from '../turn/live-turn.ts';
import { isUnderWay } from '../turn/turn-stream.ts';

/** A row of the thread: a message, a divider, a fold on its way to one or that came to nothing, what waits in line, or what this tab has sent and is not in the record yet. */
export type ThreadRow =
  | { readonly kind: 'entry'; readonly position: number; readonly isLast: boolean }
  | { readonly kind: 'divider'; readonly run: Run }
  | { readonly kind: 'folding'; readonly job: Job; readonly retry: boolean }
  | { readonly kind: 'queued'; readonly message: QueuedMessage }
  | { readonly kind: 'sending'; readonly turn: LiveTurn; readonly position: number }
  | { readonly kind: 'answering'; readonly turn: LiveTurn; readonly position: number }
  | { readonly kind: 'refused'; readonly turn: LiveTurn };

/** What a thread is made of. */
export interface ThreadParts {
  readonly length: number;
  readonly runs: readonly Run[];
  readonly turns: readonly LiveTurn[];
  /** The latest fold, as this tab has seen it. */
  readonly watch?: FoldWatch;
  /** Every fold that was asked for on this branch and was not dismissed, newest first. */
  readonly jobs?: readonly Job[];
  readonly queue?: readonly QueuedMessage[];
}

const IDLE: FoldWatch = { job: null, run: null };

/** The rows of a thread, oldest first: each divider before the first message it does not cover. */
export function threadRows({ length, runs, turns, watch = IDLE, jobs = [], queue = [] }: ThreadParts): readonly ThreadRow[] {
  const place = (at: number | null) => Math.min(Math.max(0, at ?? length), length);
  const known = knownRuns(runs, watch);
  const folding = foldsWithoutRun(known, jobs, watch);
  const dividers = Map.groupBy(
    known.filter((run) => isShown(run) && !folding.some(({ job }) => job.runId === run.id)),
    ({ at }) => place(at),
  );
  const others = Map.groupBy(folding, ({ job }) => place(job.at));
  const waiting = queue.filter(({ idempotencyKey }) => !turns.some(({ key }) => key === idempotencyKey));
  const open = turns.length === 0 && waiting.length === 0;
  const rows: ThreadRow[] = [];
  for (let position = 0; position <= length; position++) {
    for (const run of dividers.get(position)?.toSorted((a, b) => a.createdAt - b.createdAt) ?? [])
      rows.push({ kind: 'divider', run });
    rows.push(...(others.get(position) ?? []));
    if (position < length) rows.push({ kind: 'entry', position, isLast: open && position === length - 1 });
  }
  // Where each will stand once it is in the record.
  let position = length;
  for (const turn of turns) {
    const inLine = turn.answering.waitsFor === 'turn' ? queue.find((one) => one.idempotencyKey === turn.key) : undefined;
    if (inLine !== undefined) {
      rows.push({ kind: 'queued', message: inLine });
      continue;
    }
    if (!turn.answering.stored && turn.input.regenerate === undefined) rows.push({ kind: 'sending', turn, position: position++ });
    if (turn.problem !== null) rows.push({ kind: 'refused', turn });
    else if (isUnderWay(turn.answering) && !turn.answering.recorded) rows.push({ kind: 'answering', turn, position: position++ });
  }
  for (const message of waiting) rows.push({ kind: 'queued', message });
  return rows;
}

/** A run whose event just came stands at once, before the list of all is fetched again. */
function knownRuns(runs: readonly Run[], { run }: FoldWatch): readonly Run[] {
  return run === null || runs.some(({ id }) => id === run.id) ? runs : [...runs, run];
}

/**
 * Folds without a divider of their own, oldest first: those that came to nothing, and the one under way. A newer one at the same
 * place stands in for them, and only the latest is tried again.
 */
function foldsWithoutRun(runs: readonly Run[], jobs: readonly Job[], watch: FoldWatch) {
  const current = jobShown(runs, watch);
  const newest = watch.job ?? jobs[0] ?? null;
  const newestFirst = watch.job === null ? jobs : [watch.job, ...jobs.filter(({ id }) => id !== watch.job?.id)];
  const past = newestFirst.filter(
    (job, index) =>
      job !== watch.job &&
      (job.state === 'failed' || job.state === 'cancelled') &&
      !newestFirst.slice(0, index).some((newer) => newer.at === job.at && newer.state !== 'skipped'),
  );
  return [...past.toReversed(), ...(current === null ? [] : [current])].map((job) => ({
    kind: 'folding' as const,
    job,
    retry: job.id === newest?.id,
  }));
}

/** The fold that has no divider of its own yet, once its place is known. */
function jobShown(runs: readonly Run[], { job, run }: FoldWatch): Job | null {
  if (job === null || run !== null || runs.some(({ id }) => id === job.runId)) return null;
  return job.at === null && (job.state === 'queued' || job.state === 'running') ? null : job;
}

/** A name that stays with a row while others come and go, and when what was on its way is in the record. */
export function rowKey(row: ThreadRow): string {
  if ('position' in row) return entryKey(row.position);
  if (row.kind === 'divider') return `fold-${foldName(row.run.id)}`;
  if (row.kind === 'folding') return `fold-${row.job.id}`;
  if (row.kind === 'queued') return `queued-${row.message.id}`;
  return `${row.kind}-${row.turn.key}`;
}

/** The name of the message at a position. */
export function entryKey(position: number): string {
  return `entry-${position}`;
}

/** Runs that folded nothing, and wished for nothing, need no divider. */
function isShown({ outcome, folds }: Run): boolean {
  return folds.length > 0 || outcome === 'failed' || outcome === 'cancelled';
}
