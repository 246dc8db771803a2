import type { Phrase } from './fts.ts';

const LENGTH = 200;
/** Characters shown before the first match. */
const LEAD = 60;

/** A passage of a text around the first match, and where in it the words of the query are. */
export interface Snippet {
  readonly snippet: string;
  readonly marks: readonly (readonly [start: number, length: number])[];
}

/** The passage of `text` that shows why it matches. Words match as the index does: without case and accents. */
export function snippetOf(text: string, phrases: readonly Phrase[]): Snippet {
  const words = wordsOf(phrases);
  const from = leadOf(text, firstHit(text, words));
  const snippet = text.slice(from, boundary(text, from + LENGTH));
  return { snippet, marks: marksIn(snippet, words) };
}

/** Where to begin, so that the match is seen: with a word, where one begins before it. */
function leadOf(text: string, hit: number): number {
  const from = boundary(text, Math.max(0, hit - LEAD));
  if (from === 0 || /\s/.test(text.charAt(from - 1))) return from;
  const begun = text.slice(from, hit).search(/\s/);
  return begun < 0 ? from : from + begun + 1;
}

/** Whether a text has a word of the query in it. */
export function showsWhy(text: string, phrases: readonly Phrase[]): boolean {
  return firstHit(text, wordsOf(phrases)) >= 0;
}

function wordsOf(phrases: readonly Phrase[]): readonly string[] {
  return phrases
    .flatMap((phrase) => phrase.text.split(/\s+/))
    .map((word) => plainText(word).text)
    .filter((word) => word !== '');
}

/** Characters that are looked at in one go. */
const WINDOW = 8_192;
/** Units of a text that one letter of a word may take, its accents included. */
const PER_LETTER = 6;

/** Where the first word stands, -1 where none does. Only the window that holds it is taken apart letter by letter. */
function firstHit(text: string, words: readonly string[]): number {
  const overlap = PER_LETTER * Math.max(0, ...words.map((word) => word.length));
  const wanted = words.map(roughly);
  for (let from = 0; from < text.length; from += WINDOW) {
    const window = text.slice(from, from + WINDOW + overlap);
    const rough = roughly(window.normalize('NFD').replace(/\p{Mn}/gu, ''));
    if (!wanted.some((word) => rough.includes(word))) continue;
    const plain = plainText(window);
    const hits = words.map((word) => plain.text.indexOf(word)).filter((at) => at >= 0);
    if (hits.length > 0) return from + (plain.origin[Math.min(...hits)] ?? 0);
  }
  return -1;
}

/** A letter alone and within a word may get another small form. */
function roughly(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

function marksIn(snippet: string, words: readonly string[]): (readonly [number, number])[] {
  const plain = plainText(snippet);
  const hits: [number, number][] = [];
  for (const word of words) {
    for (let at = plain.text.indexOf(word); at >= 0; at = plain.text.indexOf(word, at + word.length)) {
      const start = plain.origin[at] ?? 0;
      hits.push([start, (plain.origin[at + word.length] ?? snippet.length) - start]);
    }
  }
  hits.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  return hits.filter(
    ([start], index) => index === 0 || start >= Math.max(...hits.slice(0, index).map(([at, length]) => at + length)),
  );
}

/** Lower case without accents, and for each unit of it where it came from. */
function plainText(text: string): { text: string; origin: number[] } {
  const origin: number[] = [];
  let plain = '';
  let at = 0;
  for (const character of text) {
    const bare = character
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .toLowerCase();
    for (let i = 0; i < bare.length; i++) origin.push(at);
    plain += bare;
    at += character.length;
  }
  return { text: plain, origin };
}

/** The place itself, or one before it when it would split a character. */
function boundary(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
}
