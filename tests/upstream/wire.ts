import type { Json, JsonObject } from '@tenfold/core';
import type { DialectId } from '@tenfold/dialects';

/** What a model says: words, thinking, calls. */
export interface Said {
  readonly text?: string;
  /** Thinking before the words, and what it is signed with; Anthropic's wire only. */
  readonly thinking?: string;
  readonly signature?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly input: JsonObject }[];
}

/** Tokens billed, and which answer of the upstream it is: clients take two answers of one id for one. */
export interface Bill {
  readonly serial: number;
  /** All of it, what was read from a cache or written to it included. */
  readonly input: number;
  readonly output: number;
  readonly read: number;
  readonly write: number;
}

/** One wire format, seen from the provider's side. */
export interface Wire {
  readonly dialect: DialectId;
  /** True for a path that is asked in this format. */
  matches(path: string): boolean;
  isStream(path: string, body: JsonObject): boolean;
  model(path: string, body: JsonObject): string;
  /** A whole answer. */
  body(said: Said, bill: Bill): Json;
  /** The same as server-sent events, each a whole block; the last ones say that it is over. */
  events(said: Said, bill: Bill): readonly string[];
  /** How a refusal looks. */
  refusal(status: number, message: string): Json;
  /** How it tells of trouble in the middle of a stream. */
  trouble(message: string): string;
  /** The words for a request that is too long. */
  tooLong(tokens: number, limit: number): { readonly status: number; readonly message: string };
  /** The same where a stream was asked for and is begun before it is noticed. */
  tooLongEvents?(message: string): readonly string[];
}

/** A block of server-sent events. */
export function sse(data: Json, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Words in pieces, as models stream them. */
export function piecesOf(text: string): readonly string[] {
  return text.match(/\S+\s*/g) ?? (text === '' ? [] : [text]);
}
