import { sleep } from '../sleep.ts';
import { type Failure, failureOf } from './failure.ts';

/** How often and how patiently a call is tried. */
export interface RetryTerms {
  /** Tries in all. */
  readonly tries: number;
  /** First pause; each later one is twice as long. */
  readonly pauseMs: number;
  /** No pause is longer; a provider that asks for more is not waited for. */
  readonly longestMs: number;
  readonly signal: AbortSignal;
  /** False when something has already come of it, so that a second try would repeat it. */
  mayRepeat?(): boolean;
}

/** A call that failed for good. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly failure: Failure;
  readonly tries: number;
  constructor(failure: Failure, tries: number, cause: unknown) {
    super(failure.message, { cause });
    this.failure = failure;
    this.tries = tries;
  }
}

/**
 * Calls until it works. Only passing trouble is tried again; a provider's `retry-after` is a minimum; a refusal (bad request,
 * key, money) and an overflow are final at once.
 */
export async function withRetries<T>(call: () => Promise<T>, terms: RetryTerms): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      const failure = failureOf(error);
      const pause = pauseAfter(failure, attempt, terms);
      if (pause === null || terms.signal.aborted) throw new CallFailed(failure, attempt, error);
      await sleep(pause, terms.signal);
      if (terms.signal.aborted) throw new CallFailed(failure, attempt, error);
    }
  }
}

function pauseAfter(failure: Failure, attempt: number, { tries, pauseMs, longestMs, mayRepeat }: RetryTerms): number | null {
  if (failure.kind !== 'transient' || attempt >= tries || mayRepeat?.() === false) return null;
  // Jitter, so that many sessions do not come back at the same moment.
  const own = pauseMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
  const pause = Math.max(own, failure.retryAfter ?? 0);
  return pause > longestMs ? null : pause;
}
