import {
  type Conversation,
  type Entry,
  type EntryId,
  type Frame,
  type Head,
  type JsonObject,
  type Message,
  rememberPositions,
  type Transcript,
} from '@tenfold/core';
import type { Context } from './context.ts';

/** What stands where an entry was not read. It has no words; a view never shows one. */
const NOTHING: Message = Object.freeze({ role: 'user', parts: Object.freeze([]) });
const STUB: Entry = Object.freeze({ id: '', message: NOTHING });

/** True for an entry that a context did not read because a span covers it. */
export function isStub(entry: Entry): boolean {
  return entry.message === NOTHING;
}

/**
 * A transcript of full length in which covered entries are stubs, so that positions, folds and counts of covered
 * entries are what they would be with everything read. Only the ends of folds have an id among the stubs.
 */
export function sparseTranscript(context: Context): Transcript {
  if (context.entries.length === context.length) return context.entries.map(({ entry }) => entry);
  const transcript = new Array<Entry>(context.length).fill(STUB);
  const at = new Map<EntryId, number>();
  for (const { position, id } of context.ends) {
    transcript[position] = { id, message: NOTHING };
    at.set(id, position);
  }
  for (const { position, entry } of context.entries) {
    transcript[position] = entry;
    at.set(entry.id, position);
  }
  rememberPositions(transcript, at);
  return transcript;
}

/** The conversation of a context, ready for core. Its resting folds are kept by `headFrom`. */
export function openContext(context: Context, frame: Frame = {}): Conversation {
  return { frame, transcript: sparseTranscript(context), folds: context.folds, protected: new Set(context.head.protected) };
}

/**
 * The head to store after core has changed a conversation that came from `openContext`: resting folds keep their
 * place, new ones go last.
 */
export function headFrom(context: Context, conversation: Conversation, settings: JsonObject = context.head.settings): Head {
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
    settings,
  };
}
