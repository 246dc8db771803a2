import type { Fold, FoldId } from './fold.ts';
import type { Frame, JsonObject } from './message.ts';
import { rememberPlaces } from './places.ts';
import type { Entry, EntryId, Transcript } from './transcript.ts';

/** What the engine works on: the record up to a head, and what is active there. */
export interface Conversation {
  readonly frame: Frame;
  readonly transcript: Transcript;
  /** Active folds, oldest first. */
  readonly folds: readonly Fold[];
  readonly protected: ReadonlySet<EntryId>;
}

/**
 * What is active now, as it is stored: a checkpoint is a labelled head, a branch a named one.
 * Append, fold, undo, protect and restore each write a new one.
 */
export interface Head {
  /** Last entry, null before the first. */
  readonly position: EntryId | null;
  readonly folds: readonly FoldId[];
  readonly protected: readonly EntryId[];
  readonly settings: JsonObject;
}

/** A conversation with nothing folded and nothing protected. */
export function conversationOf(transcript: Transcript, frame: Frame = {}): Conversation {
  return { frame, transcript, folds: [], protected: new Set() };
}

/** What a host stores of a conversation to bring it back with `openHead`. */
export function headOf(conversation: Conversation, settings: JsonObject = {}): Head {
  return {
    position: conversation.transcript.at(-1)?.id ?? null,
    folds: conversation.folds.map((fold) => fold.id),
    protected: [...conversation.protected],
    settings,
  };
}

/** A head stands at an entry that the record does not have. */
export class UnknownPosition extends Error {
  override readonly name = 'UnknownPosition';
  readonly position: EntryId;
  constructor(position: EntryId) {
    super(
      `The head stands at entry ${position}, which is not in the transcript. Nothing was opened; load the transcript up to it.`,
    );
    this.position = position;
  }
}

/**
 * The conversation a head describes. Entries behind its position and folds it does not name are left out.
 * @throws UnknownPosition when the transcript does not reach it.
 */
export function openHead(head: Head, record: { frame?: Frame; transcript: Transcript; folds: readonly Fold[] }): Conversation {
  const byId = new Map(record.folds.map((fold) => [fold.id, fold]));
  const end = head.position === null ? 0 : (positionsOf(record.transcript).get(head.position) ?? -1) + 1;
  if (end === 0 && head.position !== null) throw new UnknownPosition(head.position);
  return {
    frame: record.frame ?? {},
    transcript: end === record.transcript.length ? record.transcript : record.transcript.slice(0, end),
    folds: head.folds.flatMap((id) => byId.get(id) ?? []),
    protected: new Set(head.protected),
  };
}

/** The conversation with this entry never folded, brought back if it was. */
export function protect(conversation: Conversation, entry: EntryId): Conversation {
  return { ...conversation, protected: new Set(conversation.protected).add(entry) };
}

/** The conversation with this entry foldable again. */
export function unprotect(conversation: Conversation, entry: EntryId): Conversation {
  const kept = new Set(conversation.protected);
  kept.delete(entry);
  return { ...conversation, protected: kept };
}

const positions = new WeakMap<Transcript, ReadonlyMap<EntryId, number>>();

/**
 * Tells core where the entries of a transcript lie, for a host that knows and left most of them out: folds, protection
 * and references must be able to find every id they name. What is not told of is taken to be empty and not looked at.
 */
export function rememberPositions(transcript: Transcript, at: ReadonlyMap<EntryId, number>): void {
  positions.set(transcript, at);
  rememberPlaces(transcript, at.values());
}

/** Entry id to position; remembered per transcript. */
export function positionsOf(transcript: Transcript): ReadonlyMap<EntryId, number> {
  let known = positions.get(transcript);
  if (known === undefined) {
    const places = new Map<EntryId, number>();
    // A store leaves out what a span covers: an entry without an id is only a place.
    for (let index = 0; index < transcript.length; index++) {
      const { id } = transcript[index] as Entry;
      if (id !== '') places.set(id, index);
    }
    known = places;
    positions.set(transcript, known);
  }
  return known;
}
