import { CounterUnavailable } from './unavailable.ts';

/** First word of the asset: "10Fs" read as a little-endian integer. */
export const MAGIC = 0x73463031;

/** Words before the body: magic, checksum, tokens, bytes of the shapes, of the tokens, of the class runs, of the bridges. */
export const HEADER_WORDS = 7;

/** The o200k_base vocabulary and the Unicode classes of its split pattern, as they lie in the asset. */
export interface Asset {
  /** How many tokens; a token's rank is its place. */
  readonly tokens: number;
  /**
   * A byte a token: its length in the low half, where its last merge joined two tokens in the high half (0: a single byte).
   * A zero byte says that both follow in a byte each.
   */
  readonly shapes: Uint8Array;
  /** The bytes of all tokens, one after the other. */
  readonly bytes: Uint8Array;
  /** Code points from 0 up as (class, 7-bit groups of the run's length, low first). */
  readonly classRuns: Uint8Array;
  /** Which neighbouring characters merging may join: the two tables of `Bridges`. */
  readonly bridges: Uint8Array;
}

/** A checksum of whole words; tells a truncated or altered asset from a good one, proves nothing against malice. */
export function checksum(words: Int32Array, from: number): number {
  let sum = 0x1505;
  for (let at = from; at < words.length; at++) {
    sum = Math.imul(sum ^ (words[at] as number), 0x9e3779b1);
    sum ^= sum >>> 15;
  }
  return sum;
}

/** Reads the asset or throws `CounterUnavailable`; keeps views of `source`, which must not change afterwards. */
export function readAsset(source: Uint8Array): Asset {
  const aligned = source.byteOffset % 4 === 0 ? source : source.slice();
  if (aligned.length < HEADER_WORDS * 4 || aligned.length % 4 !== 0) throw corrupt(`it has ${source.length} bytes`);
  const words = new Int32Array(aligned.buffer as ArrayBuffer, aligned.byteOffset, aligned.length / 4);
  const [magic, sum, tokens, ...sizes] = [...words.subarray(0, HEADER_WORDS)] as [number, number, number, ...number[]];
  if (magic !== MAGIC) throw corrupt('it does not begin like one');
  const ends = [HEADER_WORDS * 4];
  for (const size of sizes) ends.push((ends.at(-1) as number) + size);
  if ((ends.at(-1) as number) > aligned.length) throw corrupt('it is cut short');
  if (checksum(words, 2) !== sum) throw corrupt('its checksum differs');
  const body = (index: number) => aligned.subarray(ends[index], ends[index + 1]);
  return { tokens, shapes: body(0), bytes: body(1), classRuns: body(2), bridges: body(3) };
}

function corrupt(detail: string): CounterUnavailable {
  return new CounterUnavailable('corrupt', `the token table is damaged (${detail}). Fetch or install it again.`);
}
