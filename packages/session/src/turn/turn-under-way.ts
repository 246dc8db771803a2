import type { SessionId } from '@tenfold/store';
import type { AnswerDraft } from './answer-draft.ts';
import type { TurnEvent } from './turn-event.ts';
import type { TurnParts } from './turn-parts.ts';

/** A turn under way. */
export interface Turn {
  readonly parts: TurnParts;
  readonly session: SessionId;
  readonly branch: string;
  /** Row of the message where it had to wait: it goes when the message is in the record. */
  readonly waiting: string | null;
  readonly draft: AnswerDraft;
  readonly actor: string | null;
  say(event: TurnEvent): void;
}
