import type { Phrase } from '../fts.ts';

/** Words of one row, at most, and places of one word: PostgreSQL forgets the places of what goes beyond. */
const MAX_WORDS = 10_000;
const MAX_PLACES = 250;
/** Characters of one row and of one word; a longer word is found by its beginning. */
const MAX_CHARS = 200_000;
const MAX_WORD = 500;
/** Words of a phrase that are looked at. Rows overlap by one less, so a phrase is always whole in one of them. */
const MAX_PHRASE = 32;

/** Text whose letters have no accents, and its words. */
const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORDS = /[a-z0-9]+/g;

/** The words of a text as the index has them: runs of letters and digits, without case and accents. */
export function wordsOf(text: string): string[] {
  const words = ASCII.test(text) ? text.toLowerCase().match(ASCII_WORDS) : plainOf(text).match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu);
  if (words === null) return [];
  for (const [at, word] of words.entries()) if (word.length > MAX_WORD) words[at] = word.slice(0, MAX_WORD).toWellFormed();
  return words;
}

function plainOf(text: string): string {
  const bare = text
    .toWellFormed()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
  return bare.normalize('NFC').toLowerCase();
}

/** The words with their places, as PostgreSQL sends a tsvector; one for each row the text is kept in. */
export function tsvectors(text: string): Buffer[] {
  const words = wordsOf(text);
  const rows: Buffer[] = [];
  for (let from = 0; from < words.length; ) {
    const { row, to } = rowFrom(words, from);
    rows.push(row);
    if (to === words.length) break;
    from = Math.max(from + 1, to - MAX_PHRASE + 1);
  }
  return rows;
}

/** As many words as one row takes, each once, with all its places. */
function rowFrom(words: readonly string[], from: number): { readonly row: Buffer; readonly to: number } {
  const places = new Map<string, number[]>();
  let chars = 0;
  let to = from;
  for (; to < words.length; to++) {
    const word = words[to] as string;
    const known = places.get(word);
    chars += word.length;
    if (to - from >= MAX_WORDS || (to > from && chars > MAX_CHARS) || known?.length === MAX_PLACES) break;
    if (known === undefined) places.set(word, [to - from + 1]);
    else known.push(to - from + 1);
  }
  return { row: encode(places, to - from), to };
}

/** The number of words; then each, ended by a zero, with the number of its places and those. */
function encode(places: ReadonlyMap<string, readonly number[]>, count: number): Buffer {
  const bytes = Array.from(places.keys(), (word) => Buffer.byteLength(word));
  const row = Buffer.allocUnsafe(4 + bytes.reduce((sum, size) => sum + size + 3, 0) + 2 * count);
  let at = row.writeInt32BE(places.size);
  for (const [word, its] of places) {
    at += row.write(word, at);
    row[at++] = 0;
    at = row.writeUInt16BE(its.length, at);
    for (const place of its) at = row.writeUInt16BE(place, at);
  }
  return row;
}

/** PostgreSQL's number for the type. */
const TSVECTOR = 3614;

/** Several as one list, as PostgreSQL sends it. */
export function tsvectorArray(rows: readonly Buffer[]): Buffer {
  const numbers = (...values: number[]) => {
    const buffer = Buffer.allocUnsafe(4 * values.length);
    for (const [at, value] of values.entries()) buffer.writeInt32BE(value, 4 * at);
    return buffer;
  };
  if (rows.length === 0) return numbers(0, 0, TSVECTOR);
  return Buffer.concat([numbers(1, 0, TSVECTOR, rows.length, 1), ...rows.flatMap((row) => [numbers(row.length), row])]);
}

/** A phrase as PostgreSQL writes a tsquery; null where nothing of it is a word. */
export function tsquery({ text, open }: Phrase): string | null {
  const words = wordsOf(text).slice(0, MAX_PHRASE);
  return words.length === 0 ? null : `${words.map((word) => `'${word}'`).join(' <-> ')}${open ? ':*' : ''}`;
}
