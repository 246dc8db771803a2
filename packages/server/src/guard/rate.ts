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
}

/** Callers remembered; beyond that all are forgotten, which only ever lets more through. */
const CALLERS = 10_000;

/** A bucket that fills by the clock. */
export function bucketOf({ burst, perSecond }: Rate, now: () => number = () => performance.now()): Bucket {
  const callers = new Map<string, { left: number; at: number }>();
  return {
    take(caller) {
      const at = now();
      const seen = callers.get(caller);
      const left = seen === undefined ? burst : Math.min(burst, seen.left + ((at - seen.at) / 1000) * perSecond);
      if (left < 1) {
        const seconds = Math.max(1, Math.ceil((1 - left) / perSecond));
        throw new Refused('rate-limited', 'Too many requests came from here in a short time.', {
          todo: `Wait ${seconds} s and try again.`,
          facts: { secondsLeft: seconds },
          headers: { 'retry-after': String(seconds) },
        });
      }
      if (callers.size >= CALLERS && seen === undefined) callers.clear();
      callers.set(caller, { left: left - 1, at });
    },
  };
}
