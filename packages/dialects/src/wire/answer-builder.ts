import type { JsonObject } from '@tenfold/core';

/** Tokens as billed: `input` is all of it, what was read from or written to a cache included. */
export interface Billed {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** Builds the messages of an answer out of what one API says, piece by piece or all at once. */
export interface AnswerBuilder {
  /** One event of a stream. */
  event(data: JsonObject): void;
  /** A whole answer. */
  body(data: JsonObject): void;
  /** Items for the field of a request that holds messages. */
  readonly wire: readonly JsonObject[];
  readonly billed: Billed | null;
  readonly complete: boolean;
}
