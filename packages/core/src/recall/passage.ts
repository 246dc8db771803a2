import type { EntryId } from '../transcript.ts';

/** Where a word was found. */
interface Hit {
  readonly entry: EntryId;
  readonly position: number;
}

/** Words that say nothing about what is looked for. */
const COMMON = new Set(
  `a about after again all also am an and any are as at be been before but by can could did do does done for from get give had has have
  he her here him his how i if in into is it its just know let like me more most my no not now of on only or other our out over please
  said say she should so some such tell than that the their them then there these they this those to too up us was we were what when
  where which while who why will with would yes you your earlier conversation talked told remember remind recall`.split(/\s+/),
);

/** How the words of a text worth looking for begin, each once; all of them where none is. */
export function wordsOf(text: string): readonly string[] {
  const all = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_][\p{L}\p{N}_.\-/]*[\p{L}\p{N}_]|[\p{L}\p{N}]/gu) ?? [])];
  const telling = all.filter((word) => !COMMON.has(word) && (word.length > 2 || /[^a-z]/.test(word)));
  return telling.length > 0 ? [...new Set(telling.map(beginningOf))] : all;
}

/** “researching” and “researches” begin alike: what is asked for is seldom said in the same form. */
function beginningOf(word: string): string {
  return /^[a-z]{6,40}$/.test(word) ? word.replace(/(?:ings?|ed|es|s|e|y|ies|ied)$/, '') : word;
}

/** Characters of messages that come along with what was found between them. */
const COMPANY = 600;

/** Positions that belong to a short message that was found: what was said to it, then what it was said to, as far as they are short too. */
export function companyOf(position: number, textAt: (position: number) => string): readonly number[] {
  let left = COMPANY - textAt(position).length;
  return [position + 1, position - 1].filter((beside) => {
    const { length } = textAt(beside);
    if (length === 0 || length > left) return false;
    left -= length;
    return true;
  });
}

/** Hits of several words as one list: rare words count more, all of them together most. */
export function rankByWords<Found extends Hit>(
  words: readonly string[],
  hits: readonly (readonly Found[])[],
  isAllowed: (hit: Found) => boolean,
): readonly Found[] {
  const scores = new Map<EntryId, { hit: Found; score: number }>();
  words.forEach((_, index) => {
    const found = (hits[index] ?? []).filter(isAllowed);
    const rarity = 1 / Math.sqrt(1 + found.length);
    found.forEach((hit, place) => {
      const known = scores.get(hit.entry) ?? { hit, score: 0 };
      known.score += rarity * (1 + 1 / (1 + place));
      scores.set(hit.entry, known);
    });
  });
  return [...scores.values()].sort((a, b) => b.score - a.score || b.hit.position - a.hit.position).map(({ hit }) => hit);
}

/** Characters of a passage, about. */
const LENGTH = 600;

/** The part of a text that holds most of the words, with what stands around it; empty when it holds none. */
export function bestPassage(text: string, words: readonly string[]): string {
  const pieces = text.length <= LENGTH ? [text] : piecesOf(text);
  const held = pieces.map((piece) => {
    const lower = piece.toLowerCase();
    return words.filter((word) => lower.includes(word)).length;
  });
  const most = held.reduce((most, words) => Math.max(most, words), 0);
  if (most === 0) return '';
  let from = held.indexOf(most);
  let to = from;
  let length = pieces[from]?.length ?? 0;
  for (;;) {
    const after = pieces[to + 1]?.length ?? Infinity;
    const before = pieces[from - 1]?.length ?? Infinity;
    if (length + Math.min(after, before) > LENGTH) break;
    if (length + after <= LENGTH) {
      to++;
      length += after;
    } else {
      from--;
      length += before;
    }
  }
  return pieces
    .slice(from, to + 1)
    .join('')
    .trim();
}

/** Characters of a piece of what has no sentences and lines: small, so that a passage can be laid around what is looked for. */
const SLICE = LENGTH / 4;

/** Sentences and lines, those of a text inside JSON too, where a line ends in a backslash and an `n`. */
function piecesOf(text: string): readonly string[] {
  const lines = text.split(/(?<=\\n)/);
  const sentences = lines.flatMap((line) => line.match(/[^\n.!?]*(?:[.!?](?!\s)[^\n.!?]*)*[.!?\n]*\s*/g) ?? []);
  return sentences.flatMap((piece) => {
    if (piece.length <= LENGTH) return piece === '' ? [] : [piece];
    return Array.from({ length: Math.ceil(piece.length / SLICE) }, (_, index) =>
      piece.slice(index * SLICE, (index + 1) * SLICE).toWellFormed(),
    );
  });
}
