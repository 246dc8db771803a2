import type { Frame, Message } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';
import type { SessionLoader } from './conversation/load-session.ts';
import type { FoldState } from './conversation/status.ts';
import type { Dependencies } from './dependencies.ts';
import type { Choices, Chooser } from './settings/choices.ts';

/** What sessions need. */
export interface SessionParts {
  readonly deps: Dependencies;
  readonly loader: SessionLoader;
  readonly chooser: Chooser;
  frameOf(choices: Choices): Frame;
  foldState(session: SessionId): FoldState;
  tellStatus(session: SessionId): Promise<void>;
  /** Ends what is under way in a session, turns and folds, in order. */
  settle(session: SessionId): Promise<void>;
  noticed(session: SessionId, branch: string, messages: readonly Message[]): void;
}
