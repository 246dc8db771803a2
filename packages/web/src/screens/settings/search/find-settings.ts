/** Something that can be found in the settings. */
export interface Findable {
  readonly section: string;
  /** Id in the page; none leads to the top of the page. */
  readonly anchor?: string;
  readonly title: string;
  readonly help: string;
  /** Other words people look for it by. */
  readonly words?: string;
}

/** What matches every word, the names first. Nothing is found by an empty search. */
export function findSettings(all: readonly Findable[], query: string): Findable[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return all
    .map((one) => ({ one, weight: weightOf(one, words) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ one }) => one);
}

const WEIGHTS = [
  ['title', 3],
  ['words', 2],
  ['help', 1],
] as const;

/** Zero unless every word is somewhere. */
function weightOf(one: Findable, words: readonly string[]): number {
  let sum = 0;
  for (const word of words) {
    const place = WEIGHTS.find(([field]) => (one[field] ?? '').toLowerCase().includes(word));
    if (place === undefined) return 0;
    sum += place[1];
  }
  return sum / words.length;
}
