import type { Message } from '@tenfold/core';
import type { SessionId } from '@tenfold/store';
import type { Desk } from './conversation/desk.ts';
import type { FoldState } from './conversation/status.ts';
import type { Ground } from './ground.ts';

/** What sessions need. */
export interface SessionParts {
  readonly ground: Ground;
  readonly desk: Desk;
  foldState(session: SessionId): FoldState;
  tellStatus(session: SessionId): Promise<void>;
  /** Ends what is under way in a session, turns and folds, in order. */
  settle(session: SessionId): Promise<void>;
  noticed(session: SessionId, branch: string, messages: readonly Message[]): void;
}
