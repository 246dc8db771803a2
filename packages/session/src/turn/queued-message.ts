import type { QueuedMessage } from '@tenfold/contract';
import { type Attachment, type JsonObject, messageText } from '@tenfold/core';
import type { PendingAnswer } from '@tenfold/store';

export type { QueuedMessage };

/** True for a row of a message that waits, and not of an answer that streams. */
export function isQueued({ facts }: Pick<PendingAnswer, 'facts'>): boolean {
  return facts.waits === true;
}

/** The idempotency key a waiting message was sent with. */
export function keyOf({ facts }: Pick<PendingAnswer, 'facts'>): string | null {
  return typeof facts.key === 'string' ? facts.key : null;
}

/** What is stored with a message that waits. */
export function queuedFacts(key: string | null): JsonObject {
  return { waits: true, key };
}

/** A waiting message as it is shown. */
export function queuedView(row: PendingAnswer, state: QueuedMessage['state']): QueuedMessage {
  const files = row.message.parts.filter((part): part is Attachment => part.type === 'attachment');
  return {
    id: row.id,
    text: messageText(row.message),
    attachments: files.map(({ name = 'unnamed', mediaType, bytes = 0 }) => ({ name, mediaType, bytes })),
    idempotencyKey: keyOf(row),
    since: row.createdAt,
    state,
  };
}
