import type { Frame } from '@tenfold/core';
import type { Session, SessionId } from '@tenfold/store';
import type { Ground } from '../ground.ts';
import type { Choices, Chooser } from '../settings/choices.ts';
import type { Conversations, Opened } from './conversations.ts';
import { branchIn } from './current-branch.ts';

/** A session laid out for work: what is decided for it and what its conversation is now. */
export interface Laid {
  readonly session: Session;
  readonly choices: Choices;
  readonly frame: Frame;
  readonly branch: string;
  readonly opened: Opened;
}

/** Lays sessions out. */
export interface Desk {
  /** On the current branch unless another is named. */
  lay(session: SessionId, branch?: string): Promise<Laid>;
  readonly conversations: Conversations;
}

/** The desk over a store. */
export function deskOn(
  { store }: Pick<Ground, 'store'>,
  chooser: Chooser,
  conversations: Conversations,
  frameOf: (choices: Choices) => Frame,
): Desk {
  return {
    conversations,
    async lay(id, named) {
      const session = await store.sessions.get(id);
      const choices = await chooser.for(session);
      const branch = named ?? branchIn(choices.levels.session);
      const frame = frameOf(choices);
      return { session, choices, frame, branch, opened: await conversations.open(id, branch, frame) };
    },
  };
}
