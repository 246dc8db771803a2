import type { Frame, Json, JsonObject, Message } from '@tenfold/core';
import type { Refusal } from './refusal.ts';
import type { Sliced } from './slices.ts';

/** Names a wire format. */
export type DialectId = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini' | 'ai-sdk' | 'jsonl';

/** A conversation as values. `rest` is what a request says beyond it (model, temperature, how system text was cut): kept, never read. */
export interface Decoded {
  readonly frame: Frame;
  readonly messages: readonly Message[];
  readonly rest?: JsonObject;
}

/** How far a list has been read: its items, and the messages they came to. */
export interface ReadSoFar {
  readonly items: number;
  readonly messages: number;
}

/** How to encode. */
export interface EncodeOptions {
  /** `user` makes a summary a user turn on every wire; by default it is a system message wherever the API takes one in place. */
  readonly summaryRole?: 'system' | 'user';
  /** For lines that are to be read again, not sent: nothing is mended, so that everything comes back as it was. */
  readonly asStored?: boolean;
}

/**
 * One wire format. `encode(decode(wire))` equals `wire` whenever `validate(wire)` is empty, and whatever messages are encoded,
 * the result validates. Neither direction throws.
 */
export interface Dialect {
  readonly id: DialectId;
  /** Whether this value is a request body, or a bare list of messages, of this format. */
  detect(wire: Json): boolean;
  decode(wire: Json): Decoded;
  /** The same in slices, for what may be very long. */
  decodeInSlices(wire: Json): Sliced<Decoded>;
  /** Messages that go on a list which was decoded so far; only where each stands for itself, and a list may be read in pieces. */
  decodeMore?(list: readonly Json[], before: ReadSoFar): Sliced<readonly Message[]>;
  encode(conversation: Decoded, options?: EncodeOptions): Json;
  /** The same in slices. */
  encodeInSlices(conversation: Decoded, options?: EncodeOptions): Sliced<Json>;
  /** What the API would refuse, in its own words; empty when it would take the request. */
  validate(wire: Json): readonly Refusal[];
}
