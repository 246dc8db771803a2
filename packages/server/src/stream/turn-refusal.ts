import { SessionError, type TurnEvent } from '@tenfold/session';
import { type Refused, refusalOf } from '../problem.ts';

/** A turn's error as a refusal. */
export function turnRefusal({ code, message, ...rest }: Extract<TurnEvent, { type: 'error' }>): Refused {
  return refusalOf(new SessionError(code, message, rest));
}
