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
  const plain = plainText(text);
  const words = phrases
    .flatMap((phrase) => phrase.text.split(/\s+/))
    .map((word) => plainText(word).text)
    .filter((word) => word !== '');
  const first = Math.min(...words.map((word) => plain.text.indexOf(word)).filter((at) => at >= 0), plain.text.length);
  const hit = first === plain.text.length ? 0 : (plain.origin[first] ?? 0);
  const from = boundary(text, Math.max(0, hit - LEAD));
  const snippet = text.slice(from, boundary(text, from + LENGTH));
  return { snippet, marks: marksIn(snippet, words) };
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
