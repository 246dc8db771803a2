import type { JsonObject } from '@tenfold/core';
import { isObject, parseJson } from '../json.ts';

/** Longest line that is kept while its end has not come; a longer one is no event of these APIs. */
const MAX_LINE = 64 * 1024 * 1024;

/** Reads server-sent events out of text that comes in any pieces: the data of each, where it is a JSON object. */
export class EventStream {
  #rest = '';
  #data: string[] = [];
  readonly #onData: (data: JsonObject) => void;

  constructor(onData: (data: JsonObject) => void) {
    this.#onData = onData;
  }

  push(text: string): void {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = (lines.pop() ?? '').slice(0, MAX_LINE);
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
