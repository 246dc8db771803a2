import type { Json } from '@tenfold/core';
import { FormatError } from './format-error.ts';
import { jsonSize, MAX_LEVELS } from './json.ts';
import { type GrowingList, type JsonFault, JsonFeed } from './json-feed.ts';
import { EXPECTED, excerpt, refusalOf, tooDeep, tooMuch } from './refused-record.ts';
import { MAX_TOLD, type SkippedLines } from './skipped-lines.ts';

/** A JSON value of a file, its text there where it is kept, and the line it starts on, counted from 1. */
export interface Located {
  readonly value: Json;
  readonly text?: string;
  readonly line: number;
  /** Part of its list was taken out before it was whole. */
  readonly isRest?: true;
}

/** What a level of a JSON value over several lines is moved in by: so many spaces, or a tab. */
export type Indent = number | '\t';

/** A file as JSON: one value over the whole of it, or one a line. */
export type Records = { readonly lineEnd?: '\r\n' } & (
  | { readonly kind: 'whole'; readonly located: Located; readonly indent: Indent }
  | { readonly kind: 'lines'; readonly located: readonly Located[]; readonly bad: SkippedLines }
);

/** What a file may hold, so that none takes more memory or time than a large transcript does. */
const MAX_RECORDS = 1_000_000;
const MAX_VALUES = 5_000_000;
/** Lines that look like JSON and are none; each costs an exception. */
const MAX_BROKEN = 10_000;
/** Text that is parsed in one go, unless said. */
const AT_ONCE = 1024 * 1024;

interface Long {
  readonly feed: JsonFeed;
  readonly line: number;
  readonly texts: string[];
  fault?: JsonFault;
  isRest?: true;
}

/** Reads a file that comes in pieces as JSON. Throws {@link FormatError} when it is empty, too large, or nothing in it is JSON. */
export class RecordReader {
  readonly #keepsText: boolean;
  readonly #atOnce: number;
  readonly #located: Located[] = [];
  readonly #badLines: number[] = [];
  #bad = 0;
  #broken = 0;
  #firstBad: FormatError | undefined;
  /** What is wrong with the file as one value, where it began like one. */
  #brokenWhole: FormatError | undefined;
  #values = 0;
  #line = 1;
  #pending = '';
  #lineEnd: '\r\n' | undefined;
  /** A value that is too long for one go, or goes over several lines. */
  #long: Long | null = null;
  /** The lines a value over several lines began with, as long as they may turn out to be lines of their own. */
  #doubtful: string | null = null;
  #isWhole = false;
  #indent: Indent | undefined;
  #isStarted = false;
  #isTaken = false;

  constructor({ keepsText, atOnce = AT_ONCE }: { readonly keepsText: boolean; readonly atOnce?: number | undefined }) {
    this.#keepsText = keepsText;
    this.#atOnce = atOnce;
  }

  push(piece: string): void {
    let start = !this.#isStarted && piece.startsWith('\ufeff') ? 1 : 0;
    this.#isStarted ||= piece !== '';
    while (!this.#isWhole) {
      const end = piece.indexOf('\n', start);
      if (end === -1) break;
      if (this.#line === 1) this.#lineEnd = (piece[end - 1] ?? this.#pending.at(-1)) === '\r' ? '\r\n' : undefined;
      this.#add(piece.slice(start, end));
      start = end + 1;
      this.#endLine(false);
    }
    if (this.#isWhole) this.#readOn(piece.slice(start));
    else this.#add(piece.slice(start));
  }

  /** The lines read so far; none as long as all may turn out to be one value. */
  get lines(): readonly Located[] {
    return this.#isWhole ? [] : this.#located;
  }

  /** The same, which are then forgotten here. */
  takeLines(): readonly Located[] {
    this.#isTaken = true;
    return this.#located.splice(0);
  }

  /** The list of the first value, as long as that is being read and too long for one go. Whoever takes items out of it has to say so. */
  get growing(): (GrowingList & { readonly line: number; tookOut(): void }) | undefined {
    const long = this.#long;
    // While it may turn out to be lines of their own, nothing can be said of it.
    if (long === null || long.fault !== undefined || this.#doubtful !== null || !this.#isFirst) return undefined;
    const list = long.feed.growing;
    const tookOut = () => {
      long.isRest = true;
    };
    return list && { ...list, line: long.line, tookOut };
  }

  end(): Records {
    const lineEnd = this.#lineEnd === undefined ? {} : { lineEnd: this.#lineEnd };
    if (!this.#isWhole) this.#endLine(true);
    if (this.#isWhole) {
      const located = this.#wholeValue();
      if (located !== undefined) return { kind: 'whole', located, indent: this.#indent ?? 2, ...lineEnd };
      this.#endLine(true);
    }
    if (this.#located.length === 0 && !this.#isTaken)
      throw this.#brokenWhole ?? this.#firstBad ?? new FormatError({ expected: EXPECTED, found: 'an empty file' });
    const bad = { count: this.#bad, lines: this.#badLines, ...(this.#firstBad && { first: this.#firstBad }) };
    return { kind: 'lines', located: this.#located, bad, ...lineEnd };
  }

  /** More of the line that is being read. */
  #add(text: string): void {
    if (this.#long === null) {
      this.#pending += text;
      if (this.#pending.length <= this.#atOnce) return;
      this.#long = { feed: this.#newFeed(), line: this.#line, texts: [] };
      this.#feed(this.#pending);
      this.#pending = '';
    } else this.#feed(text);
  }

  #feed(text: string): void {
    const long = this.#long;
    if (long === null || long.fault !== undefined) return;
    if (this.#keepsText) long.texts.push(text);
    try {
      long.feed.push(text);
    } catch (error) {
      long.fault = error as JsonFault;
    }
  }

  #newFeed(): JsonFeed {
    return new JsonFeed({ levels: MAX_LEVELS, values: MAX_VALUES - this.#values });
  }

  #endLine(isTorn: boolean): void {
    const line = this.#line++;
    const long = this.#long;
    if (long === null) {
      const text = this.#pending;
      this.#pending = '';
      if (text.trim() !== '') this.#readLine(text, line, isTorn);
      return;
    }
    if (long.fault === undefined && !isTorn && !long.feed.isDone && this.#isFirst) {
      this.#isWhole = true;
      this.#feed('\n');
      return;
    }
    this.#long = null;
    try {
      if (long.fault !== undefined) throw long.fault;
      this.#take(long.feed.end(), line, long.texts.join('').trim(), long.feed.values, long.isRest);
    } catch (error) {
      if (error instanceof FormatError) throw error;
      const { message, isTooDeep } = error as JsonFault;
      const found = `a value that is torn or broken (${message})`;
      this.#refuse(line, () => (isTooDeep ? tooDeep(line) : new FormatError({ line, expected: 'a whole JSON value', found })));
    }
  }

  get #isFirst(): boolean {
    return this.#located.length === 0 && this.#bad === 0 && !this.#isTaken;
  }

  #readLine(source: string, line: number, isTorn: boolean): void {
    const text = source.trim();
    if (!mayBeJson(text)) {
      // Only a text whose first line is no value by itself can be one value over several lines.
      if (this.#isFirst && !isTorn && /^[[{]/.test(text)) this.#begin(source, line);
      else this.#refuse(line, () => refusalOf(text, line, isTorn));
      return;
    }
    let value: Json;
    try {
      value = JSON.parse(text) as Json;
    } catch (error) {
      if (++this.#broken > MAX_BROKEN) throw tooMuch(line, `more than ${MAX_BROKEN} lines that are none`);
      if (this.#isFirst && !isTorn && /^[[{]/.test(text)) this.#begin(source, line);
      else this.#refuse(line, () => refusalOf(text, line, isTorn, error as Error));
      return;
    }
    const size = jsonSize(value);
    if (size === null) this.#refuse(line, () => tooDeep(line));
    else this.#take(value, line, text, size);
  }

  #take(value: Json, line: number, text: string, size: number, isRest?: true): void {
    this.#values += size;
    if (this.#values > MAX_VALUES || this.#located.length >= MAX_RECORDS)
      throw tooMuch(
        line,
        `more than ${MAX_RECORDS} records, or ${MAX_VALUES} values, in one file (split it, and read the pieces)`,
      );
    // No record is a bare number or word; a great many of them are not to take any room.
    if (typeof value !== 'object' || value === null) {
      const found = `the value ${excerpt(JSON.stringify(value))}`;
      this.#refuse(line, () => new FormatError({ line, expected: line === 1 ? EXPECTED : 'one record a line', found }));
    } else this.#located.push({ value, line, ...(this.#keepsText && { text }), ...(isRest && { isRest }) });
  }

  #refuse(line: number, refusal: () => FormatError): void {
    this.#firstBad ??= refusal();
    this.#bad++;
    if (this.#badLines.length < MAX_TOLD) this.#badLines.push(line);
    if (this.#located.length === 0 && !this.#isTaken && this.#bad > MAX_BROKEN) throw this.#firstBad;
  }

  /** Reads on as if the line, which is no value by itself, were the start of one over several lines. */
  #begin(text: string, line: number): void {
    this.#long = { feed: this.#newFeed(), line, texts: [] };
    this.#isWhole = true;
    this.#doubtful = '';
    this.#readOn(`${text}\n`);
  }

  #readOn(text: string): void {
    if (this.#indent === undefined && this.#long !== null) this.#indent = indentOf(this.#doubtful === '' ? text : `\n${text}`);
    if (this.#doubtful !== null) this.#doubtful = this.#doubtful.length > this.#atOnce ? null : this.#doubtful + text;
    this.#feed(text);
    if (this.#long?.fault !== undefined) this.#giveUpWhole(this.#long.fault);
  }

  #wholeValue(): Located | undefined {
    const long = this.#long as Long;
    try {
      const value = long.feed.end();
      const { line, isRest } = long;
      return { value, line, ...(this.#keepsText && { text: long.texts.join('').trim() }), ...(isRest && { isRest }) };
    } catch (error) {
      this.#giveUpWhole(error as JsonFault);
      return undefined;
    }
  }

  /** It is no whole value: lines of their own then, if it was seen early enough and they are not plainly meant as one. */
  #giveUpWhole(fault: JsonFault): void {
    const { line } = this.#long as Long;
    const lines = this.#doubtful;
    const found = `JSON that is torn or broken (${fault.message})`;
    const broken = fault.isTooDeep ? tooDeep(line) : new FormatError({ line: line + fault.line, expected: 'whole JSON', found });
    const first = lines?.slice(0, lines.indexOf('\n')).trim() ?? '{';
    if (lines === null || first === '{' || first === '[') throw broken;
    this.#long = null;
    this.#isWhole = false;
    this.#doubtful = null;
    this.#line = line + 1;
    this.#brokenWhole = broken;
    this.#refuse(line, () => refusalOf(first, line, false, fault));
    this.push(lines.slice(lines.indexOf('\n') + 1));
  }
}

/** Whether a line begins and ends as JSON does; tells almost all that is none, at no cost. */
function mayBeJson(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  switch (text.charCodeAt(0)) {
    case 123:
      return last === 125;
    case 91:
      return last === 93;
    case 34:
      return last === 34;
    default:
      return /^(?:-?\d|true$|false$|null$)/.test(text);
  }
}

function indentOf(content: string): Indent | undefined {
  const space = /\n([ \t]*)[^\s]/.exec(content)?.[1];
  if (space === undefined) return undefined;
  return space.startsWith('\t') ? '\t' : space.length || 2;
}
