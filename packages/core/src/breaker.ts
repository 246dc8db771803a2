/** How background folding has fared lately. A value: record outcomes, ask whether soft folds may start. */
export interface Breaker {
  readonly failures: number;
}

/** Failures in a row after which background folding stops until one succeeds. */
export const BREAKER_LIMIT = 3;

/** A breaker nothing has happened to. */
export const closedBreaker: Breaker = { failures: 0 };

/** The breaker after a run: any success closes it. */
export function recordRun(breaker: Breaker, succeeded: boolean): Breaker {
  if (succeeded) return breaker.failures === 0 ? breaker : closedBreaker;
  return { failures: breaker.failures + 1 };
}

/** False when soft folds are off after failing again and again. Hard folds never ask. */
export function allowsSoft(breaker: Breaker): boolean {
  return breaker.failures < BREAKER_LIMIT;
}
