import { CounterUnavailable } from '@tenfold/core';
import { StoreError } from '@tenfold/store';
import { reasonOf } from '../log.ts';
import { SessionError } from '../session-error.ts';
import { CallFailed } from '../upstream/retry.ts';
import type { TurnEvent } from './turn-event.ts';

/** True for a turn that waits for the user's choice. */
export function waits(error: unknown): boolean {
  return error instanceof SessionError && (error.code === 'context-full' || error.code === 'cannot-fit');
}

/** Any failure as the event that tells of it: what happened, what was kept, what to do. */
export function errorEvent(error: unknown, partial: boolean): TurnEvent & { type: 'error' } {
  const kept = partial ? 'Your message and what had come of the answer are stored.' : 'Your message is stored.';
  if (error instanceof SessionError)
    return { type: 'error', code: error.code, message: error.message, kept: error.kept, todo: error.todo, facts: error.facts };
  if (error instanceof StoreError)
    return {
      type: 'error',
      code: error.code,
      message: error.message,
      kept: 'Everything acknowledged before is stored.',
      todo: error.advice,
      facts: error.facts,
    };
  if (error instanceof CounterUnavailable)
    return {
      type: 'error',
      code: 'counter-unavailable',
      message: error.message,
      kept,
      todo: 'Try again; nothing was sent.',
      facts: {},
    };
  if (error instanceof CallFailed) {
    const { kind, status } = error.failure;
    const todo = kind === 'refused' ? 'Check the profile: its key, model and address.' : 'Try again in a moment.';
    return {
      type: 'error',
      code: 'upstream-failed',
      message: error.message,
      kept,
      todo,
      facts: { kind, status: status ?? null, tries: error.tries },
    };
  }
  return { type: 'error', code: 'upstream-failed', message: reasonOf(error), kept, todo: 'Try again in a moment.', facts: {} };
}
