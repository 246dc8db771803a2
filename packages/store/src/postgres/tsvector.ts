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
  if (ASCII.test(text)) return (text.toLowerCase().match(ASCII_WORDS) ?? []).map((word) => word.slice(0, MAX_WORD));
  const plain = text
    .toWellFormed()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
  return (plain.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? []).map((word) => word.slice(0, MAX_WORD).toWellFormed());
}

/** The words with their places, as PostgreSQL writes a tsvector; one for each row the text is kept in. */
export function tsvectors(text: string): string[] {
  const words = wordsOf(text);
  const rows: string[] = [];
  for (let from = 0; from < words.length; ) {
    const { row, to } = rowFrom(words, from);
    rows.push(row);
    if (to === words.length) break;
    from = Math.max(from + 1, to - MAX_PHRASE + 1);
  }
  return rows;
}

/** As many words as one row takes: each once, with all its places, which is less to read than a word for every place. */
function rowFrom(words: readonly string[], from: number): { readonly row: string; readonly to: number } {
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
  return { row: Array.from(places, ([word, at]) => `'${word}':${at.join(',')}`).join(' '), to };
}

/** A phrase as PostgreSQL writes a tsquery; null where nothing of it is a word. */
export function tsquery({ text, open }: Phrase): string | null {
  const words = wordsOf(text).slice(0, MAX_PHRASE);
  return words.length === 0 ? null : `${words.map((word) => `'${word}'`).join(' <-> ')}${open ? ':*' : ''}`;
}
