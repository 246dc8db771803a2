import { Refused } from '../problem.ts';

/** How many requests at once, and how many a second after that. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** How much is let through. */
export interface Limits {
  readonly bodyBytes: number;
  /** Requests of one address. */
  readonly requests: Rate;
  /** Those that ask models or read much. */
  readonly expensive: Rate;
  /** Wrong tokens. */
  readonly guesses: Rate;
}

/** Limits that a person at a keyboard, or a busy script, does not meet. */
export const LIMITS: Limits = {
  bodyBytes: 8 * 1024 * 1024,
  requests: { burst: 4_000, perSecond: 3_000 },
  expensive: { burst: 120, perSecond: 20 },
  guesses: { burst: 10, perSecond: 0.5 },
};

/** Lets a bounded number of requests through for each caller. */
export interface Bucket {
  /** Refuses when the caller has had too many; of 0 requests it only looks. */
  take(caller: string, requests?: 0 | 1): void;
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
  const filled = (caller: string) => {
    const at = now();
    const seen = callers.get(caller) ?? { left: burst, at };
    seen.left = Math.min(burst, seen.left + ((at - seen.at) / 1000) * perSecond);
    seen.at = at;
    if (callers.size >= CALLERS && !callers.has(caller)) callers.clear();
    callers.set(caller, seen);
    return seen;
  };
  return {
    take(caller, requests = 1) {
      const seen = filled(caller);
      if (seen.left < 1) {
        const seconds = Math.max(1, Math.ceil((1 - seen.left) / perSecond));
        throw new Refused('rate-limited', 'Too many requests came from here in a short time.', {
          todo: `Wait ${seconds} s and try again.`,
          facts: { secondsLeft: seconds },
          headers: { 'retry-after': String(seconds) },
        });
      }
      seen.left -= requests;
    },
    count(caller) {
      const seen = filled(caller);
      seen.left = Math.max(seen.left - 1, -DEEPEST_DEBT * burst);
    },
  };
}
