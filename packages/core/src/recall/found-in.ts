import type { Role } from '../message.ts';
import { bestPassage, companyOf, rankByWords, wordsOf } from './passage.ts';

/** A message that can be looked through, and where it stands. */
export interface Searched {
  readonly entry: string;
  readonly position: number;
  readonly role: Role;
  readonly text: string;
}

/** What was found in a message, word for word. */
export type FoundIn = Pick<Searched, 'position' | 'role' | 'text'>;

const MAX_WORDS = 12;

/** The passages of some messages that match a query best, each with the short messages it stands between, in order. */
export function foundIn(texts: readonly Searched[], query: string, most: number): readonly FoundIn[] {
  const words = wordsOf(query).slice(0, MAX_WORDS);
  const lower = texts.map((text) => ({ ...text, lower: text.text.toLowerCase() }));
  const hits = words.map((word) =>
    lower
      .map((text) => ({ ...text, density: (text.lower.split(word).length - 1) / Math.sqrt(text.lower.length) }))
      .filter(({ density }) => density > 0)
      .sort((a, b) => b.density - a.density),
  );
  const found = new Map<string, FoundIn>();
  for (const { position, role, text } of rankByWords(words, hits, () => true)) {
    if (found.size >= most) break;
    const passage = bestPassage(text, words);
    if (passage !== '' && !found.has(passage)) found.set(passage, { position, role, text: passage });
  }
  const at = new Map(texts.map((text) => [text.position, text]));
  const said = new Map([...found.values()].map((passage) => [passage.position, passage]));
  for (const { position } of found.values()) {
    for (const beside of companyOf(position, (place) => at.get(place)?.text ?? '')) {
      const text = at.get(beside);
      if (text !== undefined && !said.has(beside)) said.set(beside, text);
    }
  }
  return [...said.values()].sort((a, b) => a.position - b.position);
}
