import type { Problem } from '../../../api/problem.ts';
import type { Answering } from './turn-stream.ts';

/** A file that goes with a message. */
export interface SentFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly dataUrl?: string;
}

/** What is said, and where. */
export interface Saying {
  readonly text: string;
  readonly attachments?: readonly SentFile[];
  /** Entry it follows: a new branch from there; null starts over. */
  readonly parent?: string | null;
  readonly regenerate?: true;
  readonly overflow?: 'retry' | 'truncate' | 'send-anyway';
}

/** A turn this tab has sent. Its key makes sending it again safe. */
export interface LiveTurn {
  readonly key: string;
  readonly saying: Saying;
  readonly answering: Answering;
  readonly problem: Problem | null;
}
