/** Why no token can be counted: the table was never given, or what was given is not it. */
export type CounterFault = 'missing' | 'corrupt';

/**
 * Nothing can be counted without the o200k_base table, and nothing is sent uncounted.
 * Node loads it by itself; a browser calls `loadCounter(url)`, anything else `installRanks(bytes)`.
 */
export class CounterUnavailable extends Error {
  override readonly name = 'CounterUnavailable';
  readonly fault: CounterFault;

  constructor(fault: CounterFault, detail: string, cause?: unknown) {
    super(`Tokens cannot be counted: ${detail}`, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}
