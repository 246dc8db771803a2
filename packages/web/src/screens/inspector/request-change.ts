import type { ContextRow } from '@tenfold/contract';
import { wordsOf } from './shown-rows.ts';

/** How a row differs from the request before. */
export type RowChange = 'new' | 'folded' | 'back' | 'changed';

/** What changed between two requests. */
export interface RequestChange {
  /** By row of the later one. */
  readonly rows: ReadonlyMap<number, RowChange>;
  /** Rows that were added at the end, and what they weigh. */
  readonly added: { readonly rows: number; readonly tokens: number };
  /** Rows of the earlier one that a new stand-in replaced. */
  readonly folded: { readonly rows: number; readonly before: number; readonly after: number };
  /** Rows that stand in full again. */
  readonly back: { readonly rows: number; readonly tokens: number };
  /** Rows that are there in both, in another form. */
  readonly changed: { readonly rows: number; readonly before: number; readonly after: number };
}

/** Compares what was sent with what was sent before it. */
export function requestChange(before: readonly ContextRow[], now: readonly ContextRow[]): RequestChange {
  const known = new Map(before.map((row) => [nameOf(row), row]));
  const names = new Set(now.map(nameOf));
  const end = before.reduce((last, { position, to }) => Math.max(last, to ?? position ?? -1), -1);
  const rows = new Map<number, RowChange>();
  for (const row of now) {
    const was = known.get(nameOf(row));
    if (was !== undefined) {
      if (!isSame(was, row)) rows.set(row.row, 'changed');
    } else if (row.kind === 'stand-in') rows.set(row.row, 'folded');
    else rows.set(row.row, (row.position ?? end + 1) > end ? 'new' : 'back');
  }
  const marked = (change: RowChange) => now.filter(({ row }) => rows.get(row) === change);
  const gone = before.filter((row) => !names.has(nameOf(row)) && isCovered(row, marked('folded')));
  const changed = marked('changed');
  return {
    rows,
    added: weight(marked('new')),
    folded: { rows: gone.length, before: weight(gone).tokens, after: weight(marked('folded')).tokens },
    back: weight(marked('back')),
    changed: {
      rows: changed.length,
      before: changed.reduce((sum, row) => sum + (known.get(nameOf(row))?.tokens ?? 0), 0),
      after: weight(changed).tokens,
    },
  };
}

function nameOf({ kind, entryId, foldId }: ContextRow): string {
  return kind === 'stand-in' ? `fold ${foldId}` : kind === 'entry' ? `entry ${entryId}` : kind;
}

function isSame(a: ContextRow, b: ContextRow): boolean {
  const words = b.parts.map(wordsOf);
  return a.parts.length === words.length && a.parts.every((part, index) => wordsOf(part) === words[index]);
}

function isCovered({ position, from, to }: ContextRow, standIns: readonly ContextRow[]): boolean {
  const [first, last] = [from ?? position, to ?? position];
  return first !== undefined && last !== undefined && standIns.some((one) => (one.from ?? 0) <= first && last <= (one.to ?? -1));
}

function weight(rows: readonly ContextRow[]): { readonly rows: number; readonly tokens: number } {
  return { rows: rows.length, tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0) };
}
