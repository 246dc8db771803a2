import type { QueuedMessage } from '@tenfold/contract';
import { type Attachment, messageText } from '@tenfold/core';
import type { PendingAnswer, PendingId, SessionId } from '@tenfold/store';
import { reasonOf } from '../log.ts';
import { isKnownDead } from '../recovery/process-lease.ts';
import type { TurnInLine } from './turn-in-line.ts';
import type { TurnParts } from './turn-under-way.ts';
import { type Asked, requestFacts } from './user-message.ts';

/** Stores a message that has to wait, so that it outlives this process; null where it could not be stored: it waits all the same. */
export async function keepQueued(
  { store, log, now, lease }: Pick<TurnParts, 'store' | 'log' | 'now' | 'lease'>,
  session: SessionId,
  asked: Asked,
  id: PendingId,
): Promise<PendingAnswer | null> {
  try {
    const { branch, head } = (await store.sessions.open(session)).end.head;
    const { message } = asked;
    const row = { id, session, branch, after: head.position, lease, facts: requestFacts(asked), at: now() };
    return await store.pending.enqueue({ ...row, ...(message && { message }) });
  } catch (error) {
    log.warn('queued-message-not-stored', { session, reason: reasonOf(error) });
    return null;
  }
}

/** The messages of a session that are not in its record yet: those that were left first, then those in line, in order. */
export async function queueOf(
  { store, lease, isDead }: Pick<TurnParts, 'store' | 'lease' | 'isDead'>,
  session: SessionId,
  line: readonly TurnInLine[],
): Promise<readonly QueuedMessage[]> {
  await store.sessions.get(session);
  const rows = (await store.pending.list({ session })).filter(isQueued);
  const turnOf = ({ id }: PendingAnswer) => line.find((turn) => turn.id === id);
  const placed = await Promise.all(
    rows.map(async (row) => {
      // Under this process's own lease, what is in no line could not be stored when its turn came.
      const left = turnOf(row) === undefined && (row.lease === lease || (await isKnownDead(isDead, row.lease)));
      return { row, left };
    }),
  );
  // Who is not answered sends a message again by its key: then the one that was left is in the record by now.
  const keys = placed.flatMap(({ row, left }) => (left ? (keyOf(row) ?? []) : []));
  const known = new Set(keys.length === 0 ? [] : await store.entries.appended(session, keys));
  return placed
    .filter(({ row, left }) => turnOf(row)?.begun !== true && !(left && known.has(keyOf(row) ?? '')))
    .sort((a, b) => Number(b.left) - Number(a.left) || (a.row.place ?? 0) - (b.row.place ?? 0))
    .map(({ row, left }) => queuedView(row, left ? 'left' : 'waiting'));
}

export type { QueuedMessage };

/** True for a row of a message that waits, and not of an answer that streams. */
export function isQueued({ place }: Pick<PendingAnswer, 'place'>): boolean {
  return place !== null;
}

/** The idempotency key a waiting message was sent with. */
export function keyOf({ facts }: Pick<PendingAnswer, 'facts'>): string | null {
  return typeof facts.key === 'string' ? facts.key : null;
}

/** A waiting message as it is shown. */
function queuedView(row: PendingAnswer, state: QueuedMessage['state']): QueuedMessage {
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
