import { rarity } from './evidence/coverage.ts';
import { eachWord } from './evidence/words.ts';

/** Share of what `instead` says of the material that an answer must say at least. */
const NEXT_TO_NOTHING = 0.1;
/** Rare words for each token, by weight, from which no answer is empty: nothing need be compared. */
const TELLING = 0.05;

/** True where an answer of some tokens has next to none of the rare words of its material, and `instead` has them. */
export function isEmptyTalk(answer: string, tokens: number, material: string, instead: () => string): boolean {
  const there = new Set<string>();
  eachWord(material, (word) => there.add(word));
  const says = saidOf(answer, there);
  return says < TELLING * tokens && says < NEXT_TO_NOTHING * saidOf(instead(), there);
}

function saidOf(text: string, there: ReadonlySet<string>): number {
  const said = new Set<string>();
  let sum = 0;
  eachWord(text, (word, plain) => {
    if (!there.has(word) || said.has(word)) return;
    said.add(word);
    sum += rarity(word, plain);
  });
  return sum;
}
