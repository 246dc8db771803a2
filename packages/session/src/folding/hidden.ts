import type { Fold } from '@tenfold/core';
import type { Store } from '@tenfold/store';
import { type LoadedSession, reopened } from '../conversation/load-session.ts';

/** How many times the room of a conversation is read of what was hidden in it: about as many asks as are answered at once. */
const ROOMS = 4;
const CHARS_PER_TOKEN = 4;

/** Most characters that are read of what the floor hid in a session. */
export function hiddenChars({ choices }: LoadedSession): number {
  return ROOMS * CHARS_PER_TOKEN * choices.budget.room;
}

/**
 * The session as a fold is to be planned on it: what was hidden without a summary is at hand, so that the next summary tells of
 * it. What is shown stays the same. Where nothing is hidden, nothing is read.
 */
export async function withHidden(store: Store, loaded: LoadedSession): Promise<LoadedSession> {
  const { opened, branch, session } = loaded;
  if (!opened.context.folds.some(hides)) return loaded;
  return reopened(loaded, await store.contexts.load(session.id, { branch, hiddenChars: hiddenChars(loaded) }));
}

function hides({ kind, target }: Fold): boolean {
  return kind === 'suppression' && target.kind === 'span';
}
