import { sentencesOf } from './evidence/sentences.ts';
import type { EntryId } from './transcript.ts';

/** A sentence of a summary, and the entries whose words it is made of. */
export interface Provenance {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The most telling first; empty when none says it. */
  readonly sources: readonly EntryId[];
  /** False where a number, a name or much of what it says is in none of them. */
  readonly supported: boolean;
}

/** An entry as it is compared with: its words. */
export interface ProvenanceSource {
  readonly id: EntryId;
  readonly text: string;
}

/** Shares of a sentence's weight: held by all sources together, and by one more of them to be named. */
const SUPPORTED = 0.5;
const NAMED = 0.2;
const MAX_NAMED = 4;
/** Share of a sentence's longer plain words, or one, that may be another way to say it. */
const OTHER_WORDS = 0.4;
const LONGER = 4;
/** Weight of a plain word that none of them uses. */
const PARAPHRASE = 1;
const NO_CLAIM = /^(?:\s*(?:#{1,6}\s|```|~~~)|[-*_|:\s]+$)/u;
const WORD = /[\p{L}\p{N}_]+(?:[./:@#'-]+[\p{L}\p{N}_]+)*/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;

/**
 * Where each sentence of a summary comes from, told mechanically: by the words it shares with the entries it stands for, rare
 * words weighing more. It has a source only where the named entries have all its numbers and names, and most of its words. A guess
 * to look things up by, never a proof; headings and rules claim nothing and are left out.
 */
export function provenance(summary: string, sources: readonly ProvenanceSource[]): readonly Provenance[] {
  const sentences = sentencesOf(summary)
    .map(({ start, end }) => ({ start, end, text: summary.slice(start, end) }))
    .filter(({ text }) => !NO_CLAIM.test(text))
    .map((sentence) => ({ ...sentence, words: new Set(wordsOf(sentence.text)) }))
    .filter(({ words }) => words.size > 0);
  const asked = new Set(sentences.flatMap(({ words }) => [...words]));
  const places = placesOf(asked, sources);
  const weight = (word: string) => weightOf(word, places.get(word)?.size ?? 0, sources.length);
  return sentences.map(({ words, ...sentence }) => ({
    ...sentence,
    ...origins(words, exactIn(sentence.text, places), places, weight, sources),
  }));
}

/** Rare words tell most. A plain word nobody used may be another way to say it; a number or a name nobody used is not. */
function weightOf(word: string, used: number, sources: number): number {
  return used === 0 && /^\p{L}+$/u.test(word) ? PARAPHRASE : Math.log(1 + sources / Math.max(0.5, used));
}

/** Which sources hold each of the words that are asked for. */
function placesOf(asked: ReadonlySet<string>, sources: readonly ProvenanceSource[]): ReadonlyMap<string, ReadonlySet<number>> {
  const places = new Map<string, Set<number>>();
  sources.forEach(({ text }, index) => {
    for (const word of wordsOf(text)) {
      if (!asked.has(word)) continue;
      const at = places.get(word);
      if (at === undefined) places.set(word, new Set([index]));
      else at.add(index);
    }
  });
  return places;
}

const EXACT = /[\p{N}_./:@#]|\p{Ll}\p{Lu}/u;

/** The numbers and names of a sentence, which cannot be said in other words. Of a path that no source has whole, its pieces. */
function exactIn(sentence: string, places: ReadonlyMap<string, unknown>): readonly string[] {
  return [...sentence.matchAll(WORD)].flatMap(({ 0: word, index }) => {
    if (UNSPACED.test(word)) return [];
    const named = /^\p{Lu}/u.test(word) && !opensAt(sentence, index);
    if (!named && !EXACT.test(word)) return [];
    const form = stem(word.toLowerCase());
    return places.has(form) || !word.includes('/') ? [form] : word.toLowerCase().split('/');
  });
}

/** Whether a word is the first that is said: at the start or behind a sign that ends something, quotes and emphasis aside. */
function opensAt(sentence: string, word: number): boolean {
  for (let at = word - 1; at >= 0; at--) {
    const sign = sentence.charAt(at);
    if ('.:!?…(>—–'.includes(sign)) return true;
    if (!/[\s"“”'‘’«»*_`-]/u.test(sign)) return false;
  }
  return true;
}

/** Takes the source that explains most of what is left, again and again, while that is worth naming; then those that have the rest of what is exact. */
function origins(
  words: ReadonlySet<string>,
  exact: readonly string[],
  places: ReadonlyMap<string, ReadonlySet<number>>,
  weight: (word: string) => number,
  sources: readonly ProvenanceSource[],
): Pick<Provenance, 'sources' | 'supported'> {
  const none = { sources: [], supported: false };
  if (!exact.every((word) => places.has(word))) return none;
  const left = new Map([...words].map((word) => [word, weight(word)]));
  const total = [...left.values()].reduce((sum, one) => sum + one, 0);
  const named: EntryId[] = [];
  const name = (best: number) => {
    named.push((sources[best] as ProvenanceSource).id);
    for (const word of left.keys()) if (places.get(word)?.has(best)) left.delete(word);
  };
  while (named.length < MAX_NAMED) {
    const [best, gain] = heaviest(left, places);
    if (best < 0 || gain < NAMED * total) break;
    name(best);
  }
  if (named.length === 0) return none;
  for (;;) {
    const [best] = heaviest(new Map(exact.filter((word) => left.has(word)).map((word) => [word, 1])), places);
    if (best < 0) break;
    name(best);
  }
  const unsaid = [...left.values()].reduce((sum, one) => sum + one, 0);
  const plain = [...words].filter((word) => word.length >= LONGER && !EXACT.test(word));
  const other = plain.filter((word) => left.has(word)).length;
  return total - unsaid >= SUPPORTED * total && other <= Math.max(1, OTHER_WORDS * plain.length)
    ? { sources: named, supported: true }
    : none;
}

function heaviest(
  left: ReadonlyMap<string, number>,
  places: ReadonlyMap<string, ReadonlySet<number>>,
): readonly [number, number] {
  const gains = new Map<number, number>();
  for (const [word, one] of left) for (const place of places.get(word) ?? []) gains.set(place, (gains.get(place) ?? 0) + one);
  let best: readonly [number, number] = [-1, 0];
  for (const gain of gains) if (gain[1] > best[1]) best = gain;
  return best;
}

/** The words of a text in one form each; where a script has no blanks, its pairs of characters. */
function* wordsOf(text: string): Generator<string> {
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (!UNSPACED.test(word)) {
      yield stem(word);
      // Of a path its pieces count too: summaries write several of them as one.
      if (word.includes('/')) yield* word.split('/');
    } else {
      const signs = [...word];
      for (let at = 0; at < Math.max(1, signs.length - 1); at++) yield signs.slice(at, at + 2).join('');
    }
  }
}

/** Forms of one word count as the same. Names of files and the like stay as they are. */
function stem(word: string): string {
  return word.length > 4 && !/[^\p{L}]/u.test(word) ? word.replace(/(?:ing|ed|es|s)$/u, '') : word;
}
