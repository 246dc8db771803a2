import type { ClientAttachment, TurnWish } from '@tenfold/contract';
import type { Screen } from '../terminal.ts';
import type { ChatApi } from './api.ts';

/** What a command came to: words for the person, and where to go on. Nothing of it reaches the model. */
export interface CommandOutcome {
  readonly text: string;
  readonly bad?: boolean;
  /** Session to open next. */
  readonly open?: string;
  /** What to ask the model for. */
  readonly send?: TurnWish;
  /** Files that go with the next message. */
  readonly files?: readonly ClientAttachment[];
  /** What stands in the field to be written on. */
  readonly draft?: string;
  readonly quit?: true;
}

/** Where a command is given. */
export interface CommandContext {
  readonly api: ChatApi;
  readonly session: string;
  readonly screen: Screen;
  /** Files that go with the next message so far. */
  readonly files: readonly ClientAttachment[];
}
