import { AT_ONCE, finish, type Sliced } from './slices.ts';

/** The values in a JSON list or object as its text has them, and what stands around them. */
export interface Pieces {
  /** Space after the bracket, before the first value. */
  readonly open: string;
  /** The comma between values, and the space around it. */
  readonly between: string;
  /** Space before the closing bracket. */
  readonly close: string;
  /** The colon of an object, and the space around it. */
  readonly colon: string;
  readonly items: readonly PieceItem[];
  /** Where in the source it ends, behind its closing bracket. */
  readonly end: number;
}

/** One value's text, and where in the source it begins. */
export interface PieceItem {
  readonly key?: string;
  readonly text: string;
  readonly at: number;
  /** What the field that was asked for holds. */
  readonly pieces?: Pieces;
}

/** Cuts the text of one JSON list or object, which must be right, into its values, and the list in one of its fields too. Nothing for other values. */
export function piecesOf(source: string, field?: string): Pieces | undefined {
  return finish(piecesInSlices(source, field));
}

/** The same in slices, however long a value is; nothing where there are more than `most`. */
export function* piecesInSlices(
  source: string,
  field?: string,
  most = Number.POSITIVE_INFINITY,
  from = 0,
): Sliced<Pieces | undefined> {
  const start = afterSpace(source, from);
  const isObject = source[start] === '{';
  if (!isObject && source[start] !== '[') return undefined;
  const items: PieceItem[] = [];
  let colon = ':';
  let between: string | undefined;
  let at = afterSpace(source, start + 1);
  const open = source.slice(start + 1, at);
  let end = at;
  while (at < source.length && source[at] !== (isObject ? '}' : ']')) {
    if (items.length >= most) return undefined;
    if (items.length % AT_ONCE === AT_ONCE - 1) yield;
    let key: string | undefined;
    if (isObject) {
      const name = new ValueScan(source, at);
      while (!name.run()) yield;
      const keyEnd = name.at;
      key = String(JSON.parse(source.slice(at, keyEnd)));
      at = afterSpace(source, afterSpace(source, keyEnd) + 1);
      colon = source.slice(keyEnd, at);
    }
    const isHeld = key !== undefined && key === field && source[at] === '[';
    const pieces = isHeld ? yield* piecesInSlices(source, undefined, most, at) : undefined;
    if (pieces === undefined) {
      const scan = new ValueScan(source, at);
      while (!scan.run()) yield;
      end = scan.at;
    } else end = pieces.end;
    items.push({
      text: source.slice(at, end),
      at,
      ...(key === undefined ? {} : { key }),
      ...(pieces === undefined ? {} : { pieces }),
    });
    const comma = afterSpace(source, end);
    if (source[comma] !== ',') break;
    at = afterSpace(source, comma + 1);
    between ??= source.slice(end, at);
  }
  const last = afterSpace(source, end);
  return { open, between: between ?? `,${open}`, close: source.slice(end, last), colon, items, end: last + 1 };
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}

function isEndOfWord(code: number): boolean {
  return code === 44 || code === 93 || code === 125 || isSpace(code);
}

/** Signs that are looked at in one go: a millisecond or so. */
const SIGNS = 200_000;

/** Looks for the end of the value that begins somewhere, so far at a time. */
class ValueScan {
  at: number;
  #depth = 0;
  #inString = false;
  readonly #text: string;

  constructor(text: string, from: number) {
    this.#text = text;
    this.at = from;
  }

  /** Goes on; true once `at` is the end. */
  run(): boolean {
    const text = this.#text;
    let { at } = this;
    let depth = this.#depth;
    let isOver = false;
    for (let left = SIGNS; left > 0 && !isOver; left--) {
      if (this.#inString) {
        at = this.#afterQuote(at);
        isOver = !this.#inString && depth === 0;
        continue;
      }
      const code = text.charCodeAt(at);
      const isClosing = code === 125 || code === 93;
      if (code === 34) this.#inString = true;
      else if (code === 123 || code === 91) depth++;
      else if (isClosing) isOver = --depth <= 0;
      else isOver = at >= text.length || (depth === 0 && isEndOfWord(code));
      // What ends a word is no part of it.
      if (!isOver || (isClosing && depth === 0)) at++;
    }
    this.at = at;
    this.#depth = depth;
    return isOver;
  }

  /** Behind the next quote, which may end the string; the end of the text where there is none. */
  #afterQuote(from: number): number {
    const text = this.#text;
    const quote = text.indexOf('"', from);
    let before = quote - 1;
    while (before >= from && text.charCodeAt(before) === 92) before--;
    this.#inString = quote !== -1 && (quote - before) % 2 === 0;
    return quote === -1 ? text.length : quote + 1;
  }
}
