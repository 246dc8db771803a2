import { deflateRawSync, inflateRawSync } from 'node:zlib';

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
