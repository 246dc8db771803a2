import type { Rate } from './rate.ts';

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
