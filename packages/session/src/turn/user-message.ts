import type { ClientAttachment, ClientMessage } from '@tenfold/contract';
import { type Attachment, type EntryId, type JsonObject, lettersIn, type Message, type Part } from '@tenfold/core';
import { attachment, isSaid, mayBeText, urlSource } from '@tenfold/dialects';
import type { PendingAnswer } from '@tenfold/store';
import { withTextFiles } from '../conversation/entry-note.ts';
import { invalidRequest, SessionError } from '../session-error.ts';

/** What a user says, and how. */
export interface TurnRequest {
  readonly text?: string;
  readonly parts?: readonly Part[];
  readonly attachments?: readonly ClientAttachment[];
  /** Entry the message is to follow: a new branch from there. Null starts over before the first. */
  readonly parent?: EntryId | null;
  /** Answer again: the latest user message, or the entry `parent` names. Nothing is said anew. */
  readonly regenerate?: boolean;
  readonly idempotencyKey?: string;
  /** What to do where the context is full and `onFailure` is `ask`. */
  readonly overflow?: 'retry' | 'truncate' | 'send-anyway';
  /** Head version the client saw. */
  readonly expect?: number;
  /** Who asks, so that other tabs can tell it was not them. */
  readonly actor?: string;
}

/** A request as it is carried out: what is said is a message, and none where the answer is asked for again. */
export interface Asked extends Pick<TurnRequest, 'parent' | 'idempotencyKey' | 'overflow' | 'expect' | 'actor'> {
  readonly message: Message | null;
}

/** What is kept of a request beside its words, for whichever process goes on with it. */
export function requestFacts({ idempotencyKey, parent, overflow, expect, actor }: Asked): JsonObject {
  return {
    key: idempotencyKey ?? null,
    ...(parent === undefined ? {} : { parent }),
    ...(overflow === undefined ? {} : { overflow }),
    ...(expect === undefined ? {} : { expect }),
    ...(actor === undefined ? {} : { actor }),
  };
}

/** The request a row was written for. */
export function requestOf({ message, facts, place }: Pick<PendingAnswer, 'message' | 'facts' | 'place'>): Asked {
  const { key, parent, overflow, expect, actor } = facts as { key?: string | null } & Omit<TurnRequest, 'idempotencyKey'>;
  return {
    message: place === null ? null : message,
    ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
    ...(parent === undefined ? {} : { parent }),
    ...(overflow === undefined ? {} : { overflow }),
    ...(expect === undefined ? {} : { expect }),
    ...(actor === undefined ? {} : { actor }),
  };
}

/** What a user says as a message: words, parts and files. Refuses a message with nothing in it, or with more text than any model takes. */
export function userMessage(request: TurnRequest): Message {
  const { text, parts = [], attachments = [] } = request;
  refuseLongTexts(request);
  const said: readonly Part[] = text === undefined || text === '' ? [] : [{ type: 'text', text: text.toWellFormed() }];
  const all = [...said, ...parts, ...attachments.map(attachmentPart)];
  if (!all.some(isSaid))
    throw invalidRequest([{ field: 'text', message: 'There is nothing to send. Write something or attach a file.' }]);
  return withTextFiles({ role: 'user', parts: all });
}

/** Letters of all texts of a message. */
const MAX_LETTERS = 8 * 2 ** 20;

function refuseLongTexts({ text = '', parts = [], attachments = [] }: TurnRequest): void {
  const files = attachments.filter(({ mediaType }) => mayBeText(mediaType));
  const letters = files.reduce((sum, { dataUrl = '' }) => sum + (dataUrl.length * 3) / 4, text.length);
  const said = parts.filter((part) => part.type !== 'attachment' || mayBeText(part.mediaType));
  if (letters + lettersIn(said, MAX_LETTERS, 0) <= MAX_LETTERS) return;
  throw new SessionError(
    'too-large',
    `The texts of this message come to more than ${MAX_LETTERS >> 20} MB, which no model takes.`,
    {
      todo: 'Send less at once. Pictures and other files may be larger.',
      facts: { limit: MAX_LETTERS },
    },
  );
}

/** A file with its content where that was sent along, so that images get their size; else by its metadata alone. */
function attachmentPart({ name, mediaType, bytes, dataUrl }: ClientAttachment): Attachment {
  if (dataUrl === undefined) return { type: 'attachment', mediaType, name, bytes };
  const file = urlSource(dataUrl, mediaType);
  return attachment(file.mediaType, file.source, { name });
}

/** A message as the engine takes it, from text or from parts. */
export function messageOf(given: ClientMessage | Message): Message {
  const { role, parts = [] } = given;
  const text = 'text' in given ? given.text : undefined;
  const all: readonly Part[] = text === undefined ? parts : [{ type: 'text', text: text.toWellFormed() }, ...parts];
  // An answer may have been empty: a record of it is no mistake.
  if (all.length === 0 && role !== 'assistant')
    throw invalidRequest([{ field: 'messages', message: 'A message needs text or parts.' }]);
  const extra = 'extra' in given && given.extra !== undefined ? { extra: given.extra } : {};
  return { role, parts: all, ...extra };
}
