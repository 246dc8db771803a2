import type { Counter, Message } from '@tenfold/core';
import type { Conversation } from '@tenfold/dialects';
import type { Draft, Session, SessionId } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { scopeOf } from '../settings/levels.ts';
import { messageOf } from '../turn/user-message.ts';

/** What an import needs to know of the sessions it makes. */
export interface ImportParts {
  readonly deps: Pick<Dependencies, 'store' | 'now' | 'lease'>;
  counterFor(session: Session): Promise<Counter>;
}

/** Messages and characters stored at a time, so that others get their turn. */
const AT_ONCE = { messages: 100, characters: 200_000 };

/** Makes sessions of conversations: of all or, when anything goes wrong or the process dies, of none. */
export async function importConversations(
  { deps, counterFor }: ImportParts,
  conversations: readonly { readonly conversation: Conversation; readonly title: string }[],
  signal?: AbortSignal,
): Promise<readonly SessionId[]> {
  const { store } = deps;
  const draft = store.drafts.begin(deps.lease());
  try {
    const made: SessionId[] = [];
    let count: Counter | undefined;
    for (const { conversation, title } of conversations) {
      const session = await draft.sessions.create({ title, at: deps.now() });
      made.push(session.id);
      count ??= await counterFor(session);
      await fill(draft, session, conversation, count, deps.now(), signal);
    }
    await store.drafts.publish(draft);
    return made;
  } catch (error) {
    // Where even that fails, the next start does it.
    await store.drafts.discard(draft).catch(() => undefined);
    throw error;
  }
}

async function fill(
  draft: Draft,
  { id }: Session,
  { frame, messages }: Conversation,
  count: Counter,
  at: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (frame.system) await draft.settings.set({ scope: scopeOf.session(id), key: 'systemPrompt', value: frame.system, at });
  for (const some of slices(messages.map(messageOf))) {
    signal?.throwIfAborted();
    await draft.entries.append({
      session: id,
      entries: some.map((message) => ({ message, countedTokens: count.message(message) })),
      at,
    });
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
