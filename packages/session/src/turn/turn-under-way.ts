import type { SessionId } from '@tenfold/store';
import type { AnswerDraft } from './answer-draft.ts';
import type { TurnEvent } from './turn-event.ts';
import type { TurnParts } from './turn-parts.ts';

/** A turn under way. */
export interface Turn {
  readonly parts: TurnParts;
  readonly session: SessionId;
  readonly branch: string;
  readonly pending: string;
  readonly draft: AnswerDraft;
  readonly actor: string | null;
  say(event: TurnEvent): void;
}
