import type { Json, JsonObject } from '@tenfold/core';

/** Why a text is no JSON, or none that is read. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
  /** The line of the fault, counted from 0 where the feed began. */
  readonly line: number;
  readonly isTooDeep: boolean;

  constructor(message: string, line: number, isTooDeep = false) {
    super(message);
    this.line = line;
    this.isTooDeep = isTooDeep;
  }
}

/** Most of what one value may hold. */
export interface JsonLimits {
  readonly levels: number;
  /** Values inside each other and beside each other, all told. */
  readonly values: number;
  /** Fields of one object: whoever looks at all of them takes long over each of very many. */
  readonly fields?: number;
  /** Letters of one text, as they are spelled: however it came, it is put together in one go. */
  readonly letters?: number;
}

/** A list as far as it has come, and what it is a field of. */
export interface GrowingList {
  readonly items: Json[];
  readonly within: { readonly field: string; readonly object: JsonObject } | null;
}

type Container = { readonly list: Json[] } | { readonly object: { [key: string]: Json }; key: string | null; fields: number };

/** What may come next: a value, a value or the end of an empty list, a key or the end of an object, a key, a colon, or a comma or the end. */
type Next = 'value' | 'first' | 'key-or-end' | 'key' | 'colon' | 'comma' | 'nothing';

/**
 * One JSON value out of a text that comes in pieces: the same as `JSON.parse` of all of them, in time and memory that grow with the
 * value only, and no longer than a piece at a time. Throws {@link JsonFault}.
 */
export class JsonFeed {
  values = 0;
  /** Whether a field is called `__proto__`. */
  namesPrototype = false;
  #result: Json | undefined;
  #next: Next = 'value';
  #line = 0;
  readonly #open: Container[] = [];
  readonly #limits: JsonLimits;
  /** Pieces of the string that is open, or null, and how many letters they are spelled with. */
  #string: string[] | null = null;
  #spelled = 0;
  /** The start of a number, a word or an escape that the last piece ended in. */
  #torn = '';

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  /** Whether the value is whole; nothing but space may follow then. */
  get isDone(): boolean {
    return this.#next === 'nothing';
  }

  /** The list that is being read: the value itself or, of an object, the field that is open. What is taken out of it is not in the value. */
  get growing(): GrowingList | undefined {
    const [root, inner] = this.#open;
    if (root === undefined) return undefined;
    if ('list' in root) return { items: root.list, within: null };
    if (inner === undefined || !('list' in inner) || root.key === null) return undefined;
    return { items: inner.list, within: { field: root.key, object: root.object } };
  }

  /** Takes what has come so far of the text that a field of the value itself is: it is not in the value then. */
  takeText(field: string): string {
    const [root, inner] = this.#open;
    if (this.#string === null || this.#next !== 'value' || inner !== undefined) return '';
    if (root === undefined || !('object' in root) || root.key !== field) return '';
    return this.#string.splice(0).join('');
  }

  push(piece: string): void {
    const text = this.#torn + piece;
    this.#torn = '';
    let at = this.#string === null ? 0 : this.#stringEnd(text, 0);
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === 10) this.#line++;
      if (code === 32 || code === 10 || code === 13 || code === 9) at++;
      else at = this.#token(text, at, code);
    }
  }

  /** The value, once all has been pushed. */
  end(): Json {
    const torn = this.#torn;
    this.#torn = '';
    if (torn !== '' && this.#string === null) this.#scalar(torn);
    if (!this.isDone) throw this.#fault('it ends inside a value');
    return this.#result as Json;
  }

  #token(text: string, at: number, code: number): number {
    const next = this.#next;
    if (code === 34) {
      if (next !== 'value' && next !== 'first' && next !== 'key' && next !== 'key-or-end') throw this.#unexpected(text, at);
      this.#string = [];
      this.#spelled = 0;
      return this.#stringEnd(text, at + 1);
    }
    if (code === 44 && next === 'comma') this.#next = 'list' in this.#top ? 'value' : 'key';
    else if (code === 58 && next === 'colon') this.#next = 'value';
    else if ((code === 93 || code === 125) && this.#mayClose(code)) this.#close();
    else if (next !== 'value' && next !== 'first') throw this.#unexpected(text, at);
    else if (code === 91) this.#enter({ list: [] }, 'first');
    else if (code === 123) this.#enter({ object: {}, key: null, fields: 0 }, 'key-or-end');
    else return this.#word(text, at);
    return at + 1;
  }

  get #top(): Container {
    return this.#open.at(-1) as Container;
  }

  #mayClose(code: number): boolean {
    if (this.#open.length === 0) return false;
    return code === 93
      ? 'list' in this.#top && (this.#next === 'comma' || this.#next === 'first')
      : 'object' in this.#top && (this.#next === 'comma' || this.#next === 'key-or-end');
  }

  #enter(container: Container, next: Next): void {
    if (this.#open.length >= this.#limits.levels)
      throw new JsonFault('lists and objects lie too deep in each other', this.#line, true);
    this.#open.push(container);
    this.#next = next;
  }

  #close(): void {
    const closed = this.#open.pop() as Container;
    this.#take('list' in closed ? closed.list : closed.object);
  }

  #take(value: Json): void {
    if (++this.values > this.#limits.values) throw this.#fault(`it holds more than ${this.#limits.values} values`);
    const top = this.#open.at(-1);
    this.#next = top === undefined ? 'nothing' : 'comma';
    if (top === undefined) this.#result = value;
    else if ('list' in top) top.list.push(value);
    // A field of this name is a field like any other, as JSON.parse has it.
    else this.#set(top.object, top.key as string, value);
  }

  #set(object: { [key: string]: Json }, key: string, value: Json): void {
    if (key !== '__proto__') object[key] = value;
    else {
      // A field of this name is a field like any other, as JSON.parse has it.
      this.namesPrototype = true;
      Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
    }
  }

  /** A number or a word goes on to the next piece unless something ends it here. */
  #word(text: string, from: number): number {
    let at = from;
    while (at < text.length && isWord(text.charCodeAt(at))) at++;
    if (at === from) throw this.#unexpected(text, at);
    if (at - from > 1_000) throw this.#fault('a number of more than 1,000 digits');
    if (at === text.length) this.#torn = text.slice(from);
    else this.#scalar(text.slice(from, at));
    return at;
  }

  #scalar(text: string): void {
    this.#take(this.#parsed(text));
  }

  /** Reads on in a string; the place after it, or the end of the text. */
  #stringEnd(text: string, from: number): number {
    const pieces = this.#string as string[];
    const quote = closingQuote(text, from);
    let end = quote === -1 ? text.length : quote;
    if (quote === -1) {
      // An escape is read whole: what may be the start of one waits for the next piece.
      const slash = text.lastIndexOf('\\', end);
      if (slash >= from && slash > end - 6 && escapeIsOpen(text, slash, from)) end = slash;
      this.#torn = text.slice(end);
    }
    const { letters = Number.POSITIVE_INFINITY } = this.#limits;
    this.#spelled += end - from;
    if (this.#spelled > letters) throw this.#fault(`a text of more than ${letters} letters`);
    if (end > from) pieces.push(this.#parsed(`"${text.slice(from, end)}"`) as string);
    if (quote === -1) return text.length;
    this.#string = null;
    const words = pieces.length === 1 ? (pieces[0] as string) : pieces.join('');
    if (this.#next === 'key' || this.#next === 'key-or-end') {
      const top = this.#top as { key: string | null; fields: number };
      const { fields: most = Number.POSITIVE_INFINITY } = this.#limits;
      if (++top.fields > most) throw this.#fault(`an object has more than ${most} fields`);
      top.key = words;
      this.#next = 'colon';
    } else this.#take(words);
    return quote + 1;
  }

  #parsed(text: string): Json {
    try {
      return JSON.parse(text) as Json;
    } catch (error) {
      throw this.#fault((error as Error).message);
    }
  }

  #unexpected(text: string, at: number): JsonFault {
    return this.#fault(`unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(at) as number))}`);
  }

  #fault(message: string): JsonFault {
    return new JsonFault(message, this.#line);
  }
}

function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 122) || code === 45 || code === 43 || code === 46 || code === 69;
}

/** The quote that ends a string, -1 when it is not in this text. */
function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) return at;
    if (code === 92) at++;
  }
  return -1;
}

/** Whether the last backslash begins an escape that the text ends in. */
function escapeIsOpen(text: string, slash: number, from: number): boolean {
  let first = slash;
  while (first > from && text.charCodeAt(first - 1) === 92) first--;
  if ((slash - first) % 2 === 1) return false;
  return text.length - slash < (text[slash + 1] === 'u' ? 6 : 2);
}
