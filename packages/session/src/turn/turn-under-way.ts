import type { SessionId } from '@tenfold/store';
import type { LoadedSession } from '../conversation/load-session.ts';
import type { AnswerDraft } from './answer-draft.ts';
import type { TurnEvent } from './turn-event.ts';
import type { TurnParts } from './turn-parts.ts';

/** A turn under way. */
export interface Turn {
  readonly parts: TurnParts;
  readonly session: SessionId;
  readonly branch: string;
  /** The session as the turn has brought it: loaded once, grown by what it stores. */
  loaded: LoadedSession;
  /** Row of the message where it had to wait: it goes when the message is in the record. */
  readonly waiting: string | null;
  readonly draft: AnswerDraft;
  readonly actor: string | null;
  emit(event: TurnEvent): void;
}
