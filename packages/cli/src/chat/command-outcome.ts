import type { Screen } from '../terminal.ts';
import type { ChatApi } from './api.ts';

/** What a command came to: words for the person, and where to go on. Nothing of it reaches the model. */
export interface CommandOutcome {
  readonly text: string;
  readonly bad?: boolean;
  /** Session to open next. */
  readonly open?: string;
  readonly quit?: true;
}

/** Where a command is given. */
export interface CommandContext {
  readonly api: ChatApi;
  readonly session: string;
  readonly screen: Screen;
}
