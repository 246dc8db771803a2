import type { Run } from '../../../api/contract.ts';
import type { LiveTurn } from '../turn/live-turns.ts';
import { isUnderWay } from '../turn/turn-stream.ts';

/** A row of the thread: a message, a divider, or what this tab has sent and is not in the record yet. */
export type ThreadRow =
  | { readonly kind: 'entry'; readonly position: number }
  | { readonly kind: 'divider'; readonly run: Run }
  | { readonly kind: 'said' | 'answering' | 'refused'; readonly turn: LiveTurn };

/** The rows of a thread, oldest first: each divider before the first message it does not cover. */
export function threadRows(length: number, runs: readonly Run[], turns: readonly LiveTurn[]): readonly ThreadRow[] {
  const dividers = Map.groupBy(runs.filter(isShown), ({ at }) => Math.min(Math.max(0, at), length));
  const rows: ThreadRow[] = [];
  for (let position = 0; position <= length; position++) {
    for (const run of dividers.get(position)?.toSorted((a, b) => a.createdAt - b.createdAt) ?? [])
      rows.push({ kind: 'divider', run });
    if (position < length) rows.push({ kind: 'entry', position });
  }
  for (const turn of turns) {
    if (!turn.answering.stored && turn.saying.regenerate === undefined) rows.push({ kind: 'said', turn });
    if (turn.problem !== null) rows.push({ kind: 'refused', turn });
    else if (isUnderWay(turn.answering)) rows.push({ kind: 'answering', turn });
  }
  return rows;
}

/** A name that stays with a row while others come and go. */
export function rowKey(row: ThreadRow): string {
  if (row.kind === 'entry') return `entry-${row.position}`;
  if (row.kind === 'divider') return `divider-${row.run.id}`;
  return `${row.kind}-${row.turn.key}`;
}

/** Where the message at a position stands among the rows. */
export function rowOf(rows: readonly ThreadRow[], position: number): number {
  return rows.findIndex((row) => row.kind === 'entry' && row.position === position);
}

/** Runs that folded nothing, and wished for nothing, need no divider. */
function isShown({ outcome, folds }: Run): boolean {
  return folds.length > 0 || outcome === 'failed' || outcome === 'cancelled';
}
