import type { JsonObject, Message } from '@tenfold/core';
import type { RequestNote } from './request-note.ts';

/** What the shell remembers of a message beside its content. It is stored with it, and neither sent nor counted. */
export interface EntryNote {
  /** `provider:model` that answered. */
  readonly model?: string;
  /** The answer was stopped or cut. */
  readonly aborted?: true;
  /** What was sent for it. */
  readonly sent?: RequestNote;
}

const NAME = 'tenfold';

/** The message with a note. */
export function withNote(message: Message, note: EntryNote): Message {
  return Object.keys(note).length === 0
    ? message
    : { ...message, extra: { ...message.extra, [NAME]: note as unknown as JsonObject } };
}

/** The note of a message. */
export function noteOf(message: Message): EntryNote {
  const note = message.extra?.[NAME];
  return typeof note === 'object' && note !== null ? (note as EntryNote) : {};
}

/** The message as it is sent and counted. */
export function withoutNote(message: Message): Message {
  if (message.extra === undefined || !Object.hasOwn(message.extra, NAME)) return message;
  const { [NAME]: _note, ...extra } = message.extra;
  const { extra: _all, ...bare } = message;
  return Object.keys(extra).length === 0 ? bare : { ...bare, extra };
}
