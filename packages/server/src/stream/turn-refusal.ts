import type { TurnEvent } from '@tenfold/session';
import { PROBLEMS, type ProblemCode, Refused } from '../problem.ts';

/** A turn's error as a refusal. */
export function turnRefusal({ code, message, kept, todo, facts }: Extract<TurnEvent, { type: 'error' }>): Refused {
  const known = code in PROBLEMS ? (code as ProblemCode) : 'internal-error';
  const seconds = facts.secondsLeft;
  return new Refused(known, message, {
    kept,
    todo,
    facts,
    ...(typeof seconds === 'number' ? { headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } } : {}),
  });
}
