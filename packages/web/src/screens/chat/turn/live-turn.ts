import type { ClientAttachment } from '@tenfold/contract';
import type { Problem } from '../../../api/problem.ts';
import type { Answering } from './turn-stream.ts';

/** What is sent, and where. */
export interface TurnInput {
  readonly text: string;
  readonly attachments?: readonly ClientAttachment[];
  /** Entry it follows: a new branch from there; null starts over. */
  readonly parent?: string | null;
  readonly regenerate?: true;
  readonly overflow?: 'retry' | 'truncate' | 'send-anyway';
}

/** A turn this tab has sent. Its key makes sending it again safe. */
export interface LiveTurn {
  readonly key: string;
  readonly input: TurnInput;
  readonly answering: Answering;
  readonly problem: Problem | null;
}
