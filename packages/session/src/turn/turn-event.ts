import type { Job, ProblemCode, Run } from '@tenfold/contract';
import type { Json, JsonObject } from '@tenfold/core';
import type { EntryView } from '../conversation/entry-note.ts';
import type { ContextStatus } from '../conversation/status.ts';
import { SessionError } from '../session-error.ts';
import { translateError } from '../translate-error.ts';

/** What happens during a turn, in order. */
export type TurnEvent =
  /** The turn has a name: its answer's pending row. */
  | { readonly type: 'start'; readonly turn: string; readonly branch: string; readonly model: string }
  /** An entry was stored: the user's, a tool result, or the answer. */
  | { readonly type: 'entry'; readonly entry: EntryView; readonly version: number; readonly key: string | null }
  /** The message waits: the context must be folded first, or an earlier turn is still under way. */
  | { readonly type: 'queued'; readonly reason: 'hard' | 'turn' }
  | { readonly type: 'text'; readonly id: string; readonly delta: string }
  | { readonly type: 'reasoning'; readonly id: string; readonly delta: string }
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly input: Json }
  | {
      readonly type: 'tool-result';
      readonly id: string;
      readonly name: string;
      readonly output: string;
      readonly isError: boolean;
    }
  | { readonly type: 'status'; readonly status: ContextStatus }
  | { readonly type: 'fold'; readonly job: Job; readonly run: Run | null }
  /** Something people should know that does not end the turn. */
  | { readonly type: 'warning'; readonly code: string; readonly message: string }
  | {
      readonly type: 'error';
      readonly code: ProblemCode;
      readonly message: string;
      readonly kept: string;
      readonly todo: string;
      readonly facts: JsonObject;
    }
  /** The last event of every turn. */
  | { readonly type: 'done'; readonly outcome: TurnOutcome };

/** How a turn ended: answered, stopped by somebody, refused or failed, or waiting for a choice. */
export type TurnOutcome = 'answered' | 'stopped' | 'failed' | 'waiting';

/** How a turn ended here: another process may go on with it, which is no end that its readers are told of. */
export type TurnEnd = TurnOutcome | 'handed-over';

/** True for a turn that waits for the user's choice. */
export function waits(error: unknown): boolean {
  return error instanceof SessionError && (error.code === 'context-full' || error.code === 'cannot-fit');
}

/** Any failure as the event that tells of it: what happened, what was kept, what to do. */
export function errorEvent(error: unknown, partial: boolean): TurnEvent & { type: 'error' } {
  const stored = partial ? 'Your message and what had come of the answer are stored.' : 'Your message is stored.';
  const { code, message, kept, todo, facts } = translateError(error, stored);
  return { type: 'error', code, message, kept, todo, facts };
}
