import type { QueuedMessage } from '@tenfold/contract';
import { type Attachment, type JsonObject, messageText } from '@tenfold/core';
import type { PendingAnswer, PendingId, SessionId } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import type { TurnInLine } from './turn-in-line.ts';
import type { TurnParts } from './turn-under-way.ts';
import { type TurnRequest, userMessage } from './user-message.ts';

/** Stores a message that has to wait, so that it outlives this process; false where it could not be stored: it waits all the same. */
export async function keepQueued(deps: Dependencies, session: SessionId, request: TurnRequest, id: PendingId): Promise<boolean> {
  const { store, log, now, lease } = deps;
  try {
    const { branch, head } = (await store.sessions.open(session)).end.head;
    const [message, facts] = [userMessage(request), queuedFacts(request.idempotencyKey ?? null)];
    await store.pending.begin({ id, session, branch, after: head.position, lease: lease(), message, facts, at: now() });
    return true;
  } catch (error) {
    log.warn('queued-message-not-stored', { session, reason: reasonOf(error) });
    return false;
  }
}

/** The messages of a session that are not in its record yet: those that were left first, then those in line, in order. */
export async function queueOf(
  { deps, isDead }: Pick<TurnParts, 'deps' | 'isDead'>,
  session: SessionId,
  line: readonly TurnInLine[],
): Promise<readonly QueuedMessage[]> {
  await deps.store.sessions.get(session);
  const rows = (await deps.store.pending.list({ session })).filter(isQueued);
  const place = ({ id }: PendingAnswer) => line.findIndex(({ row }) => row === id);
  const placed = await Promise.all(
    rows.map(async (row) => {
      const at = place(row);
      // Under this process's own lease, what is in no line could not be stored when its turn came.
      return { row, at, left: at < 0 && (row.lease === deps.lease() || (await isDead(row.lease))) };
    }),
  );
  return placed
    .filter(({ row }) => line[place(row)]?.begun !== true)
    .sort((a, b) => Number(b.left) - Number(a.left) || a.at - b.at)
    .map(({ row, left }) => queuedView(row, left ? 'left' : 'waiting'));
}

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
function queuedFacts(key: string | null): JsonObject {
  return { waits: true, key };
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
