import { perSession } from './per-session.ts';

const NONE: ReadonlySet<number> = new Set();
const lit = perSession<ReadonlySet<number>>(NONE);

/** Lights up messages, by position, for as long as something that comes from them is looked at. */
export function lightUp(session: string, positions: readonly number[]): void {
  lit.set(session, () => (positions.length === 0 ? NONE : new Set(positions)));
}

/** Messages that are lit up now. */
export function useLitMessages(): ReadonlySet<number> {
  return lit.useHere();
}
