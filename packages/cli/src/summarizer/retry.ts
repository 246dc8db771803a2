/** A failed try: whether another could help, and after how long the other side wants it. */
export class TryFailed extends Error {
  override readonly name = 'TryFailed';
  readonly again: boolean;
  readonly waitMs: number | undefined;
  constructor(message: string, { again = false, waitMs }: { again?: boolean; waitMs?: number | undefined } = {}) {
    super(message);
    this.again = again;
    this.waitMs = waitMs;
  }
}

/** How long and how often to try, and how to wait. */
export interface RetryTerms {
  readonly deadlineMs: number;
  readonly tries: number;
  wait(ms: number): Promise<void>;
  now(): number;
}

const FIRST_WAIT_MS = 500;

/** Tries until it works, no further try could help, or the deadline is reached. The signal ends a try that outlives the deadline. */
export async function withRetries<T>(attempt: (signal: AbortSignal) => Promise<T>, terms: RetryTerms): Promise<T> {
  const end = terms.now() + terms.deadlineMs;
  for (let tried = 1; ; tried++) {
    try {
      return await attempt(AbortSignal.timeout(Math.max(1, Math.ceil(end - terms.now()))));
    } catch (error) {
      if (!(error instanceof TryFailed) || !error.again) throw error;
      const pause = error.waitMs ?? FIRST_WAIT_MS * 2 ** (tried - 1);
      if (tried >= terms.tries) throw new TryFailed(`${error.message} (tried ${tried} times)`);
      if (terms.now() + pause >= end) throw new TryFailed(`${error.message} (no time left for another try)`);
      await terms.wait(pause);
    }
  }
}

/** What a `retry-after` header asks for, in milliseconds: seconds or a date; undefined when it says neither. */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const exact = headers.get('retry-after-ms');
  if (exact !== null && /^\d+(\.\d+)?$/.test(exact.trim())) return Number(exact);
  const given = headers.get('retry-after');
  if (given === null) return undefined;
  if (/^\d+(\.\d+)?$/.test(given.trim())) return Number(given) * 1_000;
  const date = Date.parse(given);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
