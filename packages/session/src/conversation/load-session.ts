import type { Frame } from '@tenfold/core';
import type { Appended, BranchEnd, Session, SessionId, Store, UnstoredEntry, Used } from '@tenfold/store';
import type { Choices, Chooser } from '../settings/choices.ts';
import { type Conversations, grownContext, type Opened, openedOf } from './conversations.ts';

/** A session as it is at one moment: what is decided for it and what its conversation is. A turn loads it once and passes it down. */
export interface LoadedSession {
  readonly session: Session;
  readonly choices: Choices;
  readonly frame: Frame;
  readonly branch: string;
  readonly opened: Opened;
  /** End of the branch, where the next append goes. */
  readonly end: BranchEnd;
  /** What its head was counted at. */
  readonly used: Used | null;
}

/** Loads sessions. */
export interface SessionLoader {
  /** On the current branch unless another is named. */
  load(session: SessionId, branch?: string): Promise<LoadedSession>;
  /** Keeps what a loaded session has become, so that the next load need not read it. */
  keep(loaded: LoadedSession): void;
  forget(session: SessionId): void;
}

/** The loader over a store. */
export function sessionLoader(
  store: Store,
  chooser: Chooser,
  conversations: Conversations,
  frameOf: (choices: Choices) => Frame,
): SessionLoader {
  return {
    async load(id, named) {
      const found = await store.sessions.open(id, named);
      const choices = await chooser.for(found);
      const frame = frameOf(choices);
      const { session, end, used } = found;
      return { session, choices, frame, branch: end.head.branch, end, used, opened: await conversations.open(end.head, frame) };
    },
    keep: ({ opened, frame }) => conversations.keep(opened, frame),
    forget: (session) => conversations.forget(session),
  };
}

/** A loaded session with entries behind its end; null where they do not follow what was loaded. */
export function grown(
  loaded: LoadedSession,
  { entries, head }: Pick<Appended, 'head'> & { readonly entries: readonly UnstoredEntry[] },
): LoadedSession | null {
  const { branch, frame, end } = loaded;
  const context = grownContext(loaded.opened.context, entries, head);
  if (context === null) return null;
  const role = entries.at(-1)?.message.role ?? end.role;
  return { ...loaded, used: null, opened: openedOf(context, branch, frame), end: { ...end, head, role } };
}
