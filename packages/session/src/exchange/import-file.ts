import { type Counter, counterFor, lettersIn, type Message } from '@tenfold/core';
import type { Conversation } from '@tenfold/dialects';
import { type Session, type SessionId, type StagedSessions, type Store, StoreError } from '@tenfold/store';
import { withoutNote, withTextFiles } from '../conversation/entry-note.ts';
import type { Dependencies } from '../dependencies.ts';
import { SessionError } from '../session-error.ts';
import { type Choices, scopeOf } from '../settings/choices.ts';
import { messageOf } from '../turn/user-message.ts';
import { entryOf } from './noted-message.ts';

/** What an import needs to know of the sessions it makes. */
export interface ImportParts extends Pick<Dependencies, 'store' | 'now' | 'lease'> {
  choicesFor(session: Session): Promise<Pick<Choices, 'counted' | 'calibration'>>;
}

/** Messages and characters stored at a time, so that others get their turn. */
const AT_ONCE = { messages: 40, characters: 60_000 };

/** A conversation, or a piece of one, and what it is called. */
interface Titled {
  readonly conversation: Conversation;
  readonly title: string;
}

type Staged = Omit<StagedSessions, 'transaction'>;

/** Makes sessions of conversations: of all or, when anything goes wrong or the process dies, of none. */
export async function importConversations(
  { store, now, lease, choicesFor }: ImportParts,
  conversations: AsyncIterable<Titled>,
  { signal, onWritten = () => {} }: { readonly signal?: AbortSignal | undefined; onWritten?(messages: number): void } = {},
): Promise<readonly SessionId[]> {
  return stage(store, lease, async (staged) => {
    const made: SessionId[] = [];
    let session: Session | undefined;
    let count: Counter | undefined;
    let last = 0;
    const write = async (into: Staged, { conversation, title }: Titled, onSome = (_: number) => {}) => {
      const began: number = conversation.began ?? (conversation.isMore ? last : now());
      const { ended = began } = conversation;
      if (!conversation.isMore || session === undefined) session = await into.sessions.create({ title, at: began });
      else if (conversation.title !== undefined) await into.sessions.update(session.id, { title, at: ended });
      count ??= await counterOf(session, choicesFor);
      await fill(into, session, conversation, { count, began, at: ended, signal, onWritten: onSome });
      last = ended;
      return session.id;
    };
    for await (const group of inGroups(conversations)) {
      const [first, ...others] = group;
      if (first !== undefined && others.length === 0) {
        const id = await write(staged, first, onWritten);
        if (made.at(-1) !== id) made.push(id);
        continue;
      }
      // It may be run twice, so nobody hears of it before.
      const ids = await staged.transaction(staged.owner, async (into) => {
        const all: SessionId[] = [];
        for (const one of group) all.push(await write(into, one));
        return all;
      });
      for (const id of ids) made.push(id);
      onWritten(group.reduce((sum, { conversation }) => sum + conversation.messages.length, 0));
    }
    return made;
  });
}

/** Conversations that are written together: as many short ones as may be stored at a time; long ones, and pieces of one, each by itself. */
async function* inGroups(conversations: AsyncIterable<Titled>): AsyncGenerator<readonly Titled[], void, undefined> {
  let group: Titled[] = [];
  let size = 0;
  for await (const one of conversations) {
    const { isMore = false, frame, messages } = one.conversation;
    const letters = lettersIn([frame.system, messages], AT_ONCE.characters);
    const share = Math.max(messages.length / AT_ONCE.messages, letters / AT_ONCE.characters);
    if (group.length > 0 && (isMore || size + share > 1)) {
      yield group;
      [group, size] = [[], 0];
    }
    if (isMore) yield [one];
    else group.push(one);
    size += share;
  }
  if (group.length > 0) yield group;
}

/** Each message is counted once, and seen by nobody before it is read again. */
async function counterOf(session: Session, choicesFor: ImportParts['choicesFor']): Promise<Counter> {
  const { counted, calibration } = await choicesFor(session);
  return counterFor(counted, calibration, { remembers: false });
}

/** A session of another store with all that belongs to it, in its project where there is one of that id; it stays its owner's. */
export function copySession(
  { store: shared, now, lease }: Pick<Dependencies, 'store' | 'now' | 'lease'>,
  { from, session, title }: { readonly from: Store; readonly session: SessionId; readonly title: string },
): Promise<SessionId> {
  const store = shared.for(from.owner);
  return stage(store, lease, async (staged) => {
    const { project } = await from.sessions.get(session);
    const isThere = (await store.projects.list()).some(({ id }) => id === project);
    return staged.sessions.copy(from.sessions.rows(session), { title, project: isThere ? project : null, at: now() });
  });
}

/** Writes where nobody sees it; what was written is there at the end, all at once. */
async function stage<T>(store: Store, lease: number, write: (staged: StagedSessions) => Promise<T>): Promise<T> {
  const staged = store.staging.begin(lease);
  try {
    const made = await write(staged);
    await store.staging.publish(staged);
    return made;
  } catch (error) {
    const isGone = await discard(store, staged);
    throw error instanceof StoreError && error.code === 'store-full' ? noRoom(error, isGone) : error;
  }
}

/** How long a disk that took no writes is left alone. */
const AGAIN_MS = 10_000;

/** Removes what was staged; where the disk takes not even that, as soon as it does, or at the next start. False while it is still there. */
async function discard(store: Store, staged: StagedSessions): Promise<boolean> {
  try {
    await store.staging.discard(staged);
    return true;
  } catch (error) {
    // Anything else says that the store is closed.
    if (error instanceof StoreError) setTimeout(() => void discard(store, staged), AGAIN_MS).unref();
    return false;
  }
}

function noRoom(error: StoreError, isGone: boolean): SessionError {
  const left = isGone
    ? 'the room it had taken is used for what is stored next'
    : 'what was written of it is removed as soon as the disk takes writes again';
  return new SessionError(
    'store-full',
    'The disk is full or read-only: it could not take all of this. Nothing of it was imported.',
    {
      kept: `Everything that was there before is kept, and ${left}.`,
      todo: 'Free some space, or import less at once, and import it again; no restart is needed.',
      cause: error,
    },
  );
}

interface Filling {
  readonly count: Counter;
  readonly began: number;
  readonly at: number;
  readonly signal: AbortSignal | undefined;
  onWritten(messages: number): void;
}

async function fill(
  staged: Staged,
  { id }: Session,
  { frame, messages, times = [] }: Conversation,
  { count, began, at, signal, onWritten }: Filling,
): Promise<void> {
  if (frame.system) await staged.settings.set({ scope: scopeOf.session(id), key: 'systemPrompt', value: frame.system, at });
  let written = 0;
  // A message without a time of its own came with the one before it.
  let said = times.length === 0 ? at : began;
  for (const some of slices(messages)) {
    signal?.throwIfAborted();
    const entries = some.map(messageOf).map((message) => {
      said = times[written++] ?? said;
      return { ...entryOf(message), countedTokens: count.message(withTextFiles(withoutNote(message))), at: said };
    });
    await staged.entries.append({ session: id, entries, at });
    onWritten(entries.length);
    await new Promise((next) => setImmediate(next));
  }
}

function* slices(messages: readonly Message[]): Generator<readonly Message[]> {
  let some: Message[] = [];
  let characters = 0;
  for (const message of messages) {
    some.push(message);
    for (const part of message.parts) characters += 'text' in part && typeof part.text === 'string' ? part.text.length : 100;
    if (some.length < AT_ONCE.messages && characters < AT_ONCE.characters) continue;
    yield some;
    [some, characters] = [[], 0];
  }
  if (some.length > 0) yield some;
}
