import type { Counter } from '../counter.ts';
import type { Unit } from './unit.ts';

/** Tokens of a bullet and a line break. */
const BULLET = 2;
const WORD = /[\p{L}\p{N}_]{3,40}/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2,}/gu;

/** A unit with what it weighs and what it would add. */
interface Candidate {
  readonly unit: Unit;
  readonly index: number;
  readonly words: readonly string[];
  gain: number;
  tokens: number;
}

/**
 * Units worth the budget: each time the one that adds most per token, counting only facts and words nobody chosen has told yet, so
 * that what is said twice is taken once. Indexes of the chosen, in order.
 */
export function chooseUnits(units: readonly Unit[], budget: number, count: Counter): readonly number[] {
  const { candidates, weights } = weighed(units);
  const chosen: number[] = [];
  const told = new Set<string>();
  let left = budget;
  const take = (candidate: Candidate) => {
    candidate.tokens ||= count.text(candidate.unit.text) + BULLET;
    if (candidate.tokens > left) return false;
    left -= candidate.tokens;
    chosen.push(candidate.index);
    for (const fact of candidate.unit.facts) told.add(factKey(fact));
    for (const word of candidate.words) told.add(word);
    return true;
  };
  // What must be there is taken newest first, so that the latest stays where not all fits.
  for (let index = candidates.length - 1; index >= 0; index--) {
    const candidate = candidates[index] as Candidate;
    if (candidate.unit.must && !told.has(sameness(candidate.unit.text))) {
      if (take(candidate)) told.add(sameness(candidate.unit.text));
    }
  }
  const heap = candidates.filter(({ unit }) => !unit.must);
  for (const candidate of heap) candidate.gain = density(candidate, told, weights);
  heapify(heap);
  while (heap.length > 0 && left > BULLET) {
    const best = heap[0] as Candidate;
    const now = density(best, told, weights);
    if (now < best.gain) {
      best.gain = now;
      sink(heap, 0);
      continue;
    }
    if (now <= 0) break;
    const same = sameness(best.unit.text);
    if (!told.has(same) && take(best)) told.add(same);
    removeTop(heap);
  }
  return chosen.sort((a, b) => a - b);
}

/** What a unit adds per token; its tokens are guessed from its length until it is weighed. */
function density({ unit, words, tokens }: Candidate, told: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  let gain = 0;
  for (const fact of unit.facts) if (!told.has(factKey(fact))) gain += fact.weight;
  let central = 0;
  for (const word of words) if (!told.has(word)) central += weights.get(word) ?? 0;
  return ((gain + central) * unit.voice) / ((tokens || 1 + unit.text.length / 4) + BULLET + 2);
}

function factKey({ kind, text }: { readonly kind: string; readonly text: string }): string {
  return `\n${kind} ${text}`;
}

/** What near-identical units have in common: their letters. */
function sameness(text: string): string {
  return `\t${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')}`;
}

/** Words that several units share are central, those that nearly all share are not worth telling. */
function weighed(units: readonly Unit[]): { candidates: Candidate[]; weights: ReadonlyMap<string, number> } {
  const uses = new Map<string, number>();
  const candidates = units.map((unit, index): Candidate => {
    const words = wordsOf(unit.text);
    for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1);
    return { unit, index, words, gain: 0, tokens: 0 };
  });
  const common = Math.max(8, units.length * 0.12);
  const weights = new Map<string, number>();
  for (const [word, times] of uses) if (times <= common) weights.set(word, 0.25 + 0.35 * Math.log2(times));
  return { candidates, weights };
}

function wordsOf(text: string): readonly string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(WORD)) if (!UNSPACED_WORD.test(word)) words.add(word.toLowerCase());
  for (const [run] of text.matchAll(UNSPACED)) for (let i = 0; i + 2 <= run.length; i++) words.add(run.slice(i, i + 2));
  return [...words];
}

const UNSPACED_WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function heapify(heap: Candidate[]): void {
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, at);
}

function removeTop(heap: Candidate[]): void {
  const last = heap.pop();
  if (last !== undefined && heap.length > 0) {
    heap[0] = last;
    sink(heap, 0);
  }
}

/** Earlier units come first where two add the same: the order never depends on how the heap was built. */
function before(a: Candidate, b: Candidate): boolean {
  return a.gain > b.gain || (a.gain === b.gain && a.index < b.index);
}

function sink(heap: Candidate[], from: number): void {
  let at = from;
  for (;;) {
    const left = 2 * at + 1;
    const right = left + 1;
    let best = at;
    if (left < heap.length && before(heap[left] as Candidate, heap[best] as Candidate)) best = left;
    if (right < heap.length && before(heap[right] as Candidate, heap[best] as Candidate)) best = right;
    if (best === at) return;
    [heap[at], heap[best]] = [heap[best] as Candidate, heap[at] as Candidate];
    at = best;
  }
}
