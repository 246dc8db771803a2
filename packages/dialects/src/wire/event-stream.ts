import type { JsonObject } from '@tenfold/core';
import { isObject, parseJson } from '../json.ts';

/** Reads server-sent events out of text that comes in any pieces: the data of each, where it is a JSON object. */
export class EventStream {
  #rest = '';
  /** Between the two characters of a line end, perhaps. */
  #isBetween = false;
  #data: string[] = [];
  readonly #onData: (data: JsonObject) => void;

  constructor(onData: (data: JsonObject) => void) {
    this.#onData = onData;
  }

  push(text: string): void {
    // A long line comes in many pieces: it is looked through once its end is there, not with every one of them.
    const isBetween = this.#isBetween;
    this.#isBetween = text === '' ? isBetween : text.endsWith('\r');
    if (!isBetween && !/[\r\n]/.test(text)) {
      this.#rest += text;
      return;
    }
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
  }

  /** What came last may lack its empty line. */
  end(): void {
    if (this.#rest !== '') this.#line(this.#rest);
    this.#rest = '';
    this.#line('');
  }

  #line(line: string): void {
    if (line.startsWith('data:')) this.#data.push(line.slice(line[5] === ' ' ? 6 : 5));
    if (line !== '' || this.#data.length === 0) return;
    const value = parseJson(this.#data.join('\n'));
    this.#data = [];
    if (isObject(value)) this.#onData(value);
  }
}
