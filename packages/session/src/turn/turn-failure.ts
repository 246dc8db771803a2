import { SessionError } from '../session-error.ts';
import { translateError } from '../translate-error.ts';
import type { TurnEvent } from './turn-event.ts';

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
