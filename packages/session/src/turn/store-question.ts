import { type Appended, Conflict, type PendingId, type StoredEntry } from '@tenfold/store';
import { entryViews } from '../conversation/entry-view.ts';
import { titleFrom } from '../title-from.ts';
import { appendForTurn } from './append-for-turn.ts';
import type { Turn } from './turn-under-way.ts';
import { requestFacts, type TurnRequest, userMessage } from './user-message.ts';

/** Stores the user's message. A key that was used before is not stored, nor answered, twice. */
export async function storeQuestion(turn: Turn, request: TurnRequest): Promise<'open' | 'answered'> {
  const { parts, waiting, draft } = turn;
  const { store, now } = parts.deps;
  const begins = rowOf(turn, request, draft.pending);
  const place = { session: turn.session, branch: turn.branch, after: turn.loaded.end.head.head.position };
  if (request.regenerate) {
    await store.pending.begin({ ...place, ...begins, at: now() });
    draft.isStored = true;
    return 'open';
  }
  const message = userMessage(request);
  const key = request.idempotencyKey ?? null;
  const stored = await appendForTurn(turn, [message], {
    entries: [{ message }],
    begins,
    ...(key === null ? {} : { key }),
    ...(request.expect === undefined ? {} : { expect: request.expect }),
    ...(waiting === null ? {} : { pending: waiting }),
    ...(turn.loaded.session.title === '' ? titleFrom(message) : {}),
  }).catch(async (error: unknown) => {
    // Somebody else was first, and its text is kept beside the conversation: it does not wait any more.
    if (waiting !== null && error instanceof Conflict && 'revision' in error.facts) await store.pending.drop(waiting.id);
    throw error;
  });
  if (!stored.repeated) {
    draft.isStored = true;
    return 'open';
  }
  const repeated = await repeatAnswer(turn, stored, key);
  if (!repeated)
    await store.pending.begin({
      ...place,
      ...begins,
      after: stored.head.head.position,
      place: waiting?.place ?? null,
      at: now(),
    });
  if (waiting !== null) await store.pending.drop(waiting.id);
  if (repeated) return 'answered';
  draft.isStored = true;
  const { opened, choices } = turn.loaded;
  for (const entry of entryViews(stored.entries, opened, choices.count))
    turn.emit({ type: 'entry', entry, version: stored.head.version, key });
  return 'open';
}

/** The row of an answer that begins, with what whoever goes on with it needs. */
export function rowOf({ parts, loaded, untitled }: Turn, { overflow, actor }: TurnRequest, id: PendingId) {
  const { key: _, ...asked } = requestFacts({ ...(overflow && { overflow }), ...(actor && { actor }) });
  const facts = { model: loaded.choices.model.id, ...asked, ...(untitled === null ? {} : { untitled }) };
  return { id, lease: parts.deps.lease(), facts };
}

/** Says what followed a message that was sent before; false where its answer is still to come. */
async function repeatAnswer(
  { parts, session, loaded, emit }: Turn,
  { entries, head }: Appended,
  key: string | null,
): Promise<boolean> {
  const { opened, choices } = loaded;
  const first = entries[0]?.position ?? 0;
  const later = await parts.deps.store.entries.range(session, head.head.position ?? '', first, head.length - 1);
  if (!isAnswered(later)) return false;
  for (const entry of entryViews(later, opened, choices.count))
    emit({ type: 'entry', entry, version: head.version, key: entry.position === first ? key : null });
  return true;
}

/** Whether what follows a message ends its turn: it does not while nobody has said anything, or results of tools stand last. */
function isAnswered([, ...later]: readonly StoredEntry[]): boolean {
  return later.some(({ message }) => message.role !== 'user') && later.at(-1)?.message.role !== 'tool';
}
