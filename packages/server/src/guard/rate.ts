import { Refused } from '../problem.ts';

/** How many requests at once, and how many a second after that. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Lets a bounded number of requests through for each caller. */
export interface Bucket {
  /** Refuses when the caller has had too many. */
  take(caller: string): void;
  /** Refuses as `take` does, and counts nothing. */
  look(caller: string): void;
  /** Counts one that was let through; more than there is room for are paid back by waiting. */
  count(caller: string): void;
}

/** Callers remembered; beyond that all are forgotten, which only ever lets more through. */
const CALLERS = 10_000;
/** How far beyond its room a caller's count goes, in bursts: nobody waits for ever. */
const DEEPEST_DEBT = 5;

/** A bucket that fills by the clock. */
export function bucketOf({ burst, perSecond }: Rate, now: () => number = performance.now.bind(performance)): Bucket {
  const callers = new Map<string, { left: number; at: number }>();
  const leftFor = (caller: string): number => {
    const seen = callers.get(caller);
    return seen === undefined ? burst : Math.min(burst, seen.left + ((now() - seen.at) / 1000) * perSecond);
  };
  const look = (caller: string): void => {
    const left = leftFor(caller);
    if (left >= 1) return;
    const seconds = Math.max(1, Math.ceil((1 - left) / perSecond));
    throw new Refused('rate-limited', 'Too many requests came from here in a short time.', {
      todo: `Wait ${seconds} s and try again.`,
      facts: { secondsLeft: seconds },
      headers: { 'retry-after': String(seconds) },
    });
  };
  const count = (caller: string): void => {
    const left = leftFor(caller);
    if (callers.size >= CALLERS && !callers.has(caller)) callers.clear();
    callers.set(caller, { left: Math.max(left - 1, -DEEPEST_DEBT * burst), at: now() });
  };
  return {
    look,
    count,
    take(caller) {
      look(caller);
      count(caller);
    },
  };
}
