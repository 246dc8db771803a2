import type { Json, JsonObject } from '@tenfold/core';

/** Tokens as billed: `input` is all of it, what was read from or written to a cache included. */
export interface Billed {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** More tokens than any request has. */
const MOST_TOKENS = 1_000_000_000;

/** A bill out of what an API tells; nothing where that holds anything but numbers of tokens. */
export function billOf(told: Readonly<Record<keyof Billed, Json | undefined>>): Billed | null {
  const { input, output, cacheRead, cacheWrite } = told;
  const figures = [input, output, cacheRead, cacheWrite].map((figure) => figure ?? 0);
  if (!figures.every(isTokens)) return null;
  const [all = 0, said = 0, read = 0, written = 0] = figures;
  return { input: all, output: said, cacheRead: read, cacheWrite: written };
}

function isTokens(figure: Json): figure is number {
  return typeof figure === 'number' && Number.isInteger(figure) && figure >= 0 && figure <= MOST_TOKENS;
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
