import type { Counter } from '../counter.ts';
import type { Unit } from './unit.ts';

/** Tokens of a bullet and a line break. */
const BULLET = 2;
/** Most of a summary that demands of the user, and his latest request, may fill before anything else is weighed. */
const DEMAND_SHARE = 0.7;
const REQUEST_SHARE = 0.25;
const WORD = /[\p{L}\p{N}_]{3,40}/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** A unit with what it weighs and what it would add: facts and words by number. */
interface Candidate {
  readonly unit: Unit;
  readonly index: number;
  readonly tells: readonly number[];
  gain: number;
  tokens: number;
}

/** All candidates, and what each fact and word is worth. */
interface Weighing {
  readonly candidates: readonly Candidate[];
  readonly worth: Float64Array;
}

/**
 * Units worth the budget: each time the one that adds most per token, counting only facts and words nobody chosen has told yet, so
 * that what is said twice is taken once. Gives indexes of the chosen, in order, for any budget.
 */
export function chooser(units: readonly Unit[], count: Counter): (budget: number) => readonly number[] {
  const weighing = weighed(units);
  return (budget) => chooseFrom(weighing, budget, count);
}

function chooseFrom({ candidates, worth }: Weighing, budget: number, count: Counter): readonly number[] {
  const chosen: number[] = [];
  const told = new Uint8Array(worth.length);
  const texts = new Set<string>();
  let left = budget;
  let floor = 0;
  const take = (candidate: Candidate) => {
    candidate.tokens ||= count.text(candidate.unit.text) + BULLET;
    const same = sameness(candidate.unit.text);
    if (candidate.tokens > left - floor || texts.has(same)) return;
    left -= candidate.tokens;
    chosen.push(candidate.index);
    texts.add(same);
    for (const thing of candidate.tells) told[thing] = 1;
  };
  // Demands are taken newest first, so that the latest stay where not all fit; then the latest request from its beginning.
  floor = budget * (1 - DEMAND_SHARE);
  for (const candidate of candidates.toReversed()) if (candidate.unit.must === 'demand') take(candidate);
  floor = left - budget * REQUEST_SHARE;
  for (const candidate of candidates) if (candidate.unit.must === 'request') take(candidate);
  floor = 0;
  const taken = new Set(chosen);
  const heap = candidates.filter(({ index }) => !taken.has(index));
  for (const candidate of heap) candidate.gain = density(candidate, told, worth);
  heapify(heap);
  while (heap.length > 0 && left > BULLET) {
    const best = heap[0] as Candidate;
    const now = density(best, told, worth);
    if (now < best.gain) {
      best.gain = now;
      sink(heap, 0);
      continue;
    }
    if (now <= 0) break;
    take(best);
    removeTop(heap);
  }
  return chosen.sort((a, b) => a - b);
}

/** What a unit adds per token; its tokens are guessed from its length until it is weighed. */
function density({ unit, tells, tokens }: Candidate, told: Uint8Array, worth: Float64Array): number {
  let gain = 0;
  for (const thing of tells) if (told[thing] === 0) gain += worth[thing] as number;
  return (gain * unit.voice) / ((tokens || 1 + unit.text.length / 4) + BULLET + 2);
}

/** What near-identical units have in common: their letters. */
function sameness(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** A little, so that talk in which everything is alike is not left out. */
const COMMON_WORD = 0.01;

/** Words that several units share are central, those that nearly all share are not worth telling. */
function weighed(units: readonly Unit[]): Weighing {
  const numbers = new Map<string, number>();
  const uses: number[] = [];
  const facts: number[] = [];
  const numberOf = (name: string, fact: number) => {
    let number = numbers.get(name);
    if (number === undefined) {
      number = uses.length;
      numbers.set(name, number);
      uses.push(0);
      facts.push(fact);
    }
    return number;
  };
  const candidates = units.map((unit, index): Candidate => {
    const tells = new Set<number>();
    for (const { kind, text, weight } of unit.facts) tells.add(numberOf(`\n${kind} ${text}`, weight));
    for (const word of wordsOf(unit.text)) tells.add(numberOf(word, 0));
    for (const thing of tells) uses[thing] = (uses[thing] as number) + 1;
    return { unit, index, tells: [...tells], gain: 0, tokens: 0 };
  });
  const common = Math.max(8, units.length * 0.12);
  const central = (times: number) => (times > common ? COMMON_WORD : 0.25 + 0.35 * Math.log2(times));
  const worth = Float64Array.from(uses, (times, thing) => facts[thing] || central(times));
  return { candidates, worth };
}

/** The words of a text, small; of scripts that write no blanks, every two neighbours. */
function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(WORD) ?? [];
  return UNSPACED.test(text) ? words.flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : [word])) : words;
}

function pairsOf(word: string): string[] {
  return Array.from({ length: Math.max(1, word.length - 1) }, (_, at) => word.slice(at, at + 2));
}

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
