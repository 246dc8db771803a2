import {
  type Conversation,
  type Entry,
  type EntryId,
  type Fold,
  type FoldId,
  type Frame,
  type Head,
  type Message,
  rememberPositions,
} from '@tenfold/core';
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
  /** Active folds that cannot be read, or do not stand where they say: what they stood for shows instead. A new head names them no more; they stay stored. */
  readonly setAside: readonly FoldId[];
  /** What of it cannot be read, and what stands for it, for people; empty where all is as it was stored. */
  readonly damages: readonly string[];
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
  if (!sameIds(head.folds, context.head.folds) || !sameIds(head.protected, context.head.protected)) return null;
  return { ...context, head, version, length, entries: [...context.entries, ...entries] };
}

/** Whether two lists name the same in the same order. */
export function sameIds(these: readonly string[], those: readonly string[]): boolean {
  return these === those || (these.length === those.length && these.every((id, at) => id === those[at]));
}

/** What stands where an entry was not read. It has no words; a view never shows one. */
const NOTHING: Message = Object.freeze({ role: 'user', parts: Object.freeze([]) });
const STUB: Entry = Object.freeze({ id: '', message: NOTHING });

/** True for an entry that a context did not read because a span covers it. */
export function isStub(entry: Entry): boolean {
  return entry.message === NOTHING;
}

/**
 * The conversation of a context, ready for core. Its transcript has full length, covered entries being stubs, so that positions, folds and
 * counts of covered entries are what they would be with everything read. Only the ends of folds have an id among the stubs. Its resting
 * folds are kept by `headFrom`.
 */
export function openContext(context: Context, frame: Frame = {}): Conversation {
  const { entries, length, ends, folds, head } = context;
  const transcript = new Array<Entry>(length).fill(STUB);
  for (const { position, id } of ends) transcript[position] = { id, message: NOTHING };
  for (const { position, entry } of entries) transcript[position] = entry;
  if (entries.length < length) {
    // Stubs have no id to be found by.
    const at = new Map<EntryId, number>();
    for (const { position, id } of ends) at.set(id, position);
    for (const { position, entry } of entries) at.set(entry.id, position);
    rememberPositions(transcript, at);
  }
  return { frame, transcript, folds, protected: new Set(head.protected) };
}

/**
 * The head to store after core has changed a conversation that came from `openContext`: resting folds keep their
 * place, new ones go last.
 */
export function headFrom(context: Context, conversation: Conversation): Head {
  const resting = new Set(context.resting);
  const active = new Set(conversation.folds.map((fold) => fold.id));
  const before = new Set(context.head.folds);
  return {
    position: conversation.transcript.at(-1)?.id ?? null,
    folds: [
      ...context.head.folds.filter((id) => resting.has(id) || active.has(id)),
      ...conversation.folds.map((fold) => fold.id).filter((id) => !before.has(id)),
    ],
    protected: [...conversation.protected],
    settings: context.head.settings,
  };
}
