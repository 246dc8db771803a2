import type { Job, Run } from '../../../api/contract.ts';
import { type FoldWatch, foldName } from '../../../state/fold-watch.ts';
import type { LiveTurn } from '../turn/live-turns.ts';
import { isUnderWay } from '../turn/turn-stream.ts';

/** A row of the thread: a message, a divider, a fold on its way to one, or what this tab has sent and is not in the record yet. */
export type ThreadRow =
  | { readonly kind: 'entry'; readonly position: number }
  | { readonly kind: 'divider'; readonly run: Run }
  | { readonly kind: 'folding'; readonly job: Job }
  | { readonly kind: 'said' | 'answering' | 'refused'; readonly turn: LiveTurn };

/** The rows of a thread, oldest first: each divider before the first message it does not cover. */
export function threadRows(
  length: number,
  runs: readonly Run[],
  turns: readonly LiveTurn[],
  watch: FoldWatch = { job: null, run: null },
): readonly ThreadRow[] {
  const place = (at: number) => Math.min(Math.max(0, at), length);
  const dividers = Map.groupBy(knownRuns(runs, watch).filter(isShown), ({ at }) => place(at));
  const job = jobShown(runs, watch);
  const rows: ThreadRow[] = [];
  for (let position = 0; position <= length; position++) {
    for (const run of dividers.get(position)?.toSorted((a, b) => a.createdAt - b.createdAt) ?? [])
      rows.push({ kind: 'divider', run });
    if (job !== null && position === place(job.at ?? length)) rows.push({ kind: 'folding', job });
    if (position < length) rows.push({ kind: 'entry', position });
  }
  for (const turn of turns) {
    if (!turn.answering.stored && turn.saying.regenerate === undefined) rows.push({ kind: 'said', turn });
    if (turn.problem !== null) rows.push({ kind: 'refused', turn });
    else if (isUnderWay(turn.answering)) rows.push({ kind: 'answering', turn });
  }
  return rows;
}

/** A run that was just told of stands at once, before the list of all is fetched again. */
function knownRuns(runs: readonly Run[], { run }: FoldWatch): readonly Run[] {
  return run === null || runs.some(({ id }) => id === run.id) ? runs : [...runs, run];
}

/** The fold that has no divider of its own yet, once its place is known. */
function jobShown(runs: readonly Run[], { job, run }: FoldWatch): Job | null {
  if (job === null || run !== null || runs.some(({ id }) => id === job.runId)) return null;
  return job.at === null && (job.state === 'queued' || job.state === 'running') ? null : job;
}

/** A name that stays with a row while others come and go. */
export function rowKey(row: ThreadRow): string {
  if (row.kind === 'entry') return entryKey(row.position);
  if (row.kind === 'divider') return `fold-${foldName(row.run.id)}`;
  if (row.kind === 'folding') return `fold-${row.job.id}`;
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
