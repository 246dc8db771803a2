import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Json, JsonObject } from '@tenfold/core';

/** Letters that are packed in one go: some 4 ms. */
const LETTERS = 1 << 18;

/** A text of many MB that is held packed until it is read, piece by piece; what was read is gone. */
export class PackedText implements AsyncIterable<string> {
  readonly #packed: Buffer[] = [];
  #loose = '';

  get isEmpty(): boolean {
    return this.#packed.length === 0 && this.#loose === '';
  }

  add(text: string): void {
    this.#loose += text;
    if (this.#loose.length < LETTERS) return;
    // As it is: UTF-8 would make something else of half a character, where it was cut in two.
    this.#packed.push(deflateRawSync(Buffer.from(this.#loose, 'utf16le'), { level: 1 }));
    this.#loose = '';
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (let next = this.#packed.shift(); next !== undefined; next = this.#packed.shift())
      yield inflateRawSync(next).toString('utf16le');
    yield this.#loose;
    this.#loose = '';
  }
}

/** A field of a body whose text is packed while it arrives, and is empty in the body then. */
export interface LongText {
  readonly field: string;
  readonly packed: PackedText;
}

/** The value without the end of a text whose beginning is packed. */
export function withoutText(value: Json, { field, packed }: LongText): Json {
  const end = (value as JsonObject | null)?.[field];
  if (packed.isEmpty || typeof end !== 'string') return value;
  packed.add(end);
  return { ...(value as JsonObject), [field]: '' };
}
