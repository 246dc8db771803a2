import type { Entry, EntryId, Fold, FoldId, Head } from '@tenfold/core';
import type { StoredHead } from './head.ts';
import type { SessionId } from './session.ts';

/** First and last position, both included. */
export type PositionRange = readonly [from: number, to: number];

/** An entry that the view may show, at its place in the transcript. */
export interface PlacedEntry {
  readonly position: number;
  readonly entry: Entry;
  /** Tokens counted locally, null where nobody has. */
  readonly countedTokens: number | null;
}

/** What is needed to project a head, and no more: entries that a span covers are not read, unless what is hidden was asked for. */
export interface Context {
  readonly session: SessionId;
  readonly head: Head;
  /** Version of the branch's head; null when loaded from a bare head. */
  readonly version: number | null;
  /** Entries on the chain. */
  readonly length: number;
  /** Uncovered and protected entries (with their tool transactions), and hidden ones where they were asked for, by position. */
  readonly entries: readonly PlacedEntry[];
  /** Active folds that shape the view, in the head's order. */
  readonly folds: readonly Fold[];
  /** Active folds not loaded because a newer span covers them. A new head must go on naming them. */
  readonly resting: readonly FoldId[];
  /** Positions that are not in `entries`. */
  readonly covered: readonly PositionRange[];
  /** Id of covered entries that folds name as their ends. */
  readonly ends: readonly { readonly position: number; readonly id: string }[];
}

/** A context with the entries up to a head that has come behind it; null where the first of them follows something else than `parent`, or more has changed. */
export function grownContext(
  context: Context,
  { head, version, length }: StoredHead,
  { parent, entries }: { readonly parent: EntryId | null; readonly entries: readonly PlacedEntry[] },
): Context | null {
  if (entries.length === 0 || entries.length !== length - context.length || parent !== context.head.position) return null;
  if (!areSame(head.folds, context.head.folds) || !areSame(head.protected, context.head.protected)) return null;
  return { ...context, head, version, length, entries: [...context.entries, ...entries] };
}

function areSame(these: readonly string[], those: readonly string[]): boolean {
  return these === those || (these.length === those.length && these.every((id, at) => id === those[at]));
}
