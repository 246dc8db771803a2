import type { Counter } from '../counter.ts';
import type { Found } from '../evidence/found.ts';
import { isProse } from '../evidence/sentences.ts';
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
  /** What it is worth that the unit itself is a decision or a question, or names a number. */
  readonly states: number;
  gain: number;
  tokens: number;
}

/** All candidates, and what each fact and word is worth. */
interface Weighing {
  readonly candidates: readonly Candidate[];
  readonly worth: Float64Array;
}

/** Indexes of chosen units, the worthiest first, and what those of them that are whole sentences weigh. */
export interface Choice {
  readonly chosen: readonly number[];
  readonly sentences: number;
}

/**
 * Units worth a budget: each time the one that adds most per token, counting only facts and words nobody chosen has told yet, so
 * that what is said twice is taken once. Where that ends before whole sentences weigh `atLeast`, more of them are taken, those that
 * repeat least first: lists need words around them.
 */
export function chooser(units: readonly Unit[], count: Counter): (budget: number, atLeast: number) => Choice {
  const weighing = weighed(units);
  return (budget, atLeast) => chooseFrom(weighing, budget, atLeast, count);
}

function chooseFrom({ candidates, worth }: Weighing, budget: number, atLeast: number, count: Counter): Choice {
  const chosen: number[] = [];
  const told = new Uint16Array(worth.length);
  const texts = new Set<string>();
  let left = budget;
  let floor = 0;
  let sentences = 0;
  const take = (candidate: Candidate) => {
    candidate.tokens ||= count.text(candidate.unit.text) + BULLET;
    const same = sameness(candidate.unit.text);
    if (candidate.tokens > left - floor || texts.has(same)) return;
    left -= candidate.tokens;
    if (isSentence(candidate.unit.text)) sentences += candidate.tokens;
    chosen.push(candidate.index);
    texts.add(same);
    for (const thing of candidate.tells) told[thing] = Math.min(MOST_TIMES, (told[thing] as number) + 1);
  };
  // Demands are taken newest first, so that the latest stay where not all fit; then the latest request from its beginning.
  floor = budget * (1 - DEMAND_SHARE);
  for (const candidate of candidates.toReversed()) if (candidate.unit.must === 'demand') take(candidate);
  floor = left - budget * REQUEST_SHARE;
  for (const candidate of candidates) if (candidate.unit.must === 'request') take(candidate);
  floor = 0;
  const greedy = (rest: Candidate[], repeats: boolean, goesOn: () => boolean) => {
    for (const candidate of rest) candidate.gain = density(candidate, told, worth, repeats);
    heapify(rest);
    while (rest.length > 0 && left > BULLET && goesOn()) {
      const best = rest[0] as Candidate;
      const now = density(best, told, worth, repeats);
      if (now < best.gain) {
        best.gain = now;
        sink(rest, 0);
        continue;
      }
      if (now <= 0) break;
      take(best);
      removeTop(rest);
    }
  };
  const untaken = (taken: ReadonlySet<number>) => candidates.filter(({ index }) => !taken.has(index));
  greedy(untaken(new Set(chosen)), false, () => true);
  if (sentences < atLeast) {
    const more = untaken(new Set(chosen)).filter(({ unit }) => isSentence(unit.text));
    greedy(more, true, () => sentences < atLeast);
  }
  return { chosen, sentences };
}

const MOST_TIMES = 60_000;
const COMPLETE = /[.!?。！？]["'”’)\]*_`]*$/u;

function isSentence(text: string): boolean {
  return COMPLETE.test(text) && isProse(text);
}

/**
 * What a unit adds per token, counted a little where it repeats; its tokens are guessed from its length until it is weighed.
 * A decision is worth what is new in it: in the words of another it is the same again.
 */
function density({ unit, tells, states, tokens }: Candidate, told: Uint16Array, worth: Float64Array, repeats: boolean): number {
  let gain = 0;
  let fresh = 0;
  for (const thing of tells) {
    const times = told[thing] as number;
    if (times === 0) {
      gain += worth[thing] as number;
      fresh++;
    } else if (repeats) gain += (worth[thing] as number) / (1 + times) ** 2;
  }
  gain += (states * (fresh + LEAST_FRESH)) / (Math.max(tells.length, TELLING) + LEAST_FRESH);
  return (gain * unit.voice) / ((tokens || 1 + unit.text.length / 4) + BULLET + 2);
}

const LEAST_FRESH = 1;
/** A statement of fewer words says that there is one, not which: “I need a decision.” */
const TELLING = 7;

/** What near-identical units have in common: their letters. */
function sameness(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Weight of a number that an assistant names in passing: page 7 after page 6 is little news. */
const PASSING_NUMBER = 2;

function isStatement(kind: Found['kind']): boolean {
  return kind === 'decision' || kind === 'question' || kind === 'directive';
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
    let states = 0;
    for (const { kind, text, weight } of unit.facts) {
      if (isStatement(kind) || (kind === 'number' && weight <= PASSING_NUMBER)) states = Math.max(states, weight);
      else tells.add(numberOf(`\n${kind} ${text}`, weight));
    }
    for (const word of wordsOf(unit.text)) tells.add(numberOf(word, 0));
    for (const thing of tells) uses[thing] = (uses[thing] as number) + 1;
    return { unit, index, tells: [...tells], states, gain: 0, tokens: 0 };
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
