import type { EvidenceScore } from './evidence/item.ts';
import type { EntryId } from './transcript.ts';

/** Names a fold, for ever. */
export type FoldId = string;
/** Names the folds that were made together and are undone together. */
export type RunId = string;
/** Names folds that stand or fall together. */
export type GroupId = string;

/** What a fold stands in for: whole entries from `from` to `to`, both included, or one part of one entry. */
export type Target = Span | PartTarget;

/** Whole entries, both ends included. */
export interface Span {
  readonly kind: 'span';
  readonly from: EntryId;
  readonly to: EntryId;
}

/** One part of one entry. */
export interface PartTarget {
  readonly kind: 'part';
  readonly entry: EntryId;
  readonly index: number;
}

/** How a stand-in relates to what it stands for. */
export type FoldKind = 'summary' | 'reference' | 'delta' | 'rewrite' | 'truncation' | 'suppression';

/** Text that must be visible, whole and above, for a reference or delta to mean anything. */
export interface Origin {
  readonly type: 'file' | 'tool_result' | 'output';
  readonly entry: EntryId;
  readonly part: number;
  /** 1-based, inclusive line range inside the origin's text; absent = all of it. */
  readonly lines?: readonly [number, number];
  readonly path?: string;
  readonly operation?: string;
  /** Hash of the origin's text, so that a receipt can be checked. */
  readonly hash: string;
}

/** A shorter stand-in for a target. Immutable; a head says whether it is active. */
export interface Fold {
  readonly id: FoldId;
  readonly run: RunId;
  readonly group?: GroupId;
  readonly target: Target;
  readonly kind: FoldKind;
  /** True when a reader of the rendered view alone can rebuild the original bytes. */
  readonly lossless: boolean;
  readonly origins?: readonly Origin[];
  /** The fold below it on the same part; this one rests while that one does not apply. */
  readonly over?: FoldId;
  /** The stand-in. For a tool call: the new input as JSON text. Empty text on a span renders nothing. */
  readonly text: string;
  /** Pass that made it, or who answered. */
  readonly by: string;
  /** Tokens of the target as it rendered before, and of the stand-in. */
  readonly before: number;
  readonly after: number;
  /** Facts of what it stands for, by kind, and how many of them its text still holds. */
  readonly evidence?: EvidenceScore;
  /** A dry run's guess: `text` is not there yet, `after` is what it is expected to weigh. */
  readonly estimated?: boolean;
}
