import { rarityOf } from '../count/rarity.ts';
import type { TextCounter } from '../counter.ts';
import type { Unit } from './item.ts';
import { isTalkOfTwo, saidBy } from './passage.ts';
import { isAnnouncement } from './sentences.ts';
import { WEIGHTS } from './weights.ts';
import { eachWord, endTemplateOf, templateOf } from './words.ts';

/** Units worth a budget. */
export interface Coverage {
  /** Counts what a text says as told: units that say only that are worth little any more. */
  tell(text: string): void;
  /** Takes a unit whatever it is worth. */
  take(index: number): void;
  /** What a unit weighs as a line. */
  weigh(index: number): number;
  /** Fills a budget, the worthiest units first, and returns those it took in this order. */
  fill(budget: number, eligible?: (unit: Unit) => boolean): readonly number[];
}

/** What a thing is worth that was told so many times already: as in talk, a second mention is no news but in another company. */
const AGAIN = Float64Array.from({ length: 8 }, (_, times) => WEIGHTS.again ** times);

/**
 * Budgeted weighted coverage: a unit is worth the rare things it says that nothing chosen says yet, per token. A thing's weight is its
 * rarity by the counter's own ranks times how few units have it; lines of one template share one vote. Lazy greedy, so that
 * nearly every unit is weighed once. The objective is written down in `docs/what-is-kept.md`.
 */
export function coverageOf(units: readonly Unit[], count: TextCounter): Coverage {
  const templates = units.map(({ text, voice }) => (voice === 'user' || voice === 'assistant' ? 0 : templateOf(text)));
  const { things, weights, ids } = weighed(units, templates);
  const told = new Uint8Array(weights.length);
  const families = familiesOf(units, templates);
  const votes = votesOf(families);
  const voices = voicesOf(units);
  const ofTwo = isTalkOfTwo(units);
  const kinds = ofTwo ? { ...WEIGHTS.kind, order: 1 } : WEIGHTS.kind;
  const persons = units.map(({ text }) => (ofTwo ? personOf(text) : 1));
  const leads = Uint8Array.from(units, (unit) => (isLead(unit) ? 1 : 0));
  const chosenOf = new Map<number, number>();
  const tokens = new Float64Array(units.length);
  const taken = new Uint8Array(units.length);
  const weigh = (index: number) => {
    tokens[index] ||= count.text((units[index] as Unit).text) + WEIGHTS.line;
    return tokens[index] as number;
  };
  const tellThing = (thing: number) => {
    told[thing] = Math.min(AGAIN.length - 1, (told[thing] as number) + 1);
  };
  const gain = (index: number) => {
    let sum = 0;
    for (const thing of things[index] as Int32Array) sum += (weights[thing] as number) * (AGAIN[told[thing] as number] as number);
    const { text, voice, kind } = units[index] as Unit;
    const vote = (votes[index] as number) / (1 + (chosenOf.get(families[index] as number) ?? 0));
    const lead = leads[index] === 1 ? WEIGHTS.lead : 1;
    return (
      (sum * vote * lead * (persons[index] as number) * voices[voice] * kinds[kind]) /
      (tokens[index] || text.length / 3.6 + WEIGHTS.line)
    );
  };
  const take = (index: number) => {
    taken[index] = 1;
    for (const thing of things[index] as Int32Array) tellThing(thing);
    const family = families[index] as number;
    if (family !== 0) chosenOf.set(family, (chosenOf.get(family) ?? 0) + 1);
  };
  return {
    weigh,
    take,
    tell(text) {
      eachWord(text, (word) => {
        const id = ids.get(word);
        if (id !== undefined) tellThing(id);
      });
    },
    fill(budget, eligible = () => true) {
      const open = (unit: Unit, index: number) => taken[index] === 0 && eligible(unit);
      const heap = new Heap(Float64Array.from(units, (unit, index) => (open(unit, index) ? gain(index) : 0)));
      const chosen: number[] = [];
      let left = budget;
      let missed = 0;
      while (heap.size > 0 && left > WEIGHTS.line) {
        const index = heap.top;
        const now = gain(index);
        if (now < heap.topGain * NEARLY) heap.lower(now);
        else {
          heap.drop();
          if (weigh(index) > left) {
            if (++missed > MISSES) break;
            continue;
          }
          missed = 0;
          left -= weigh(index);
          take(index);
          chosen.push(index);
        }
      }
      return chosen;
    },
  };
}

/** What each voice is worth. A person who says little beside long answers is heard the more; of two who talk alike, nobody is. */
function voicesOf(units: readonly Unit[]): Readonly<Record<Unit['voice'], number>> {
  const { user, assistant } = WEIGHTS.voice;
  const said = saidBy(units);
  return { ...WEIGHTS.voice, user: Math.min(user, assistant * Math.max(1, Math.sqrt(said.assistant / said.user))) };
}

/** What only leads to what follows: “Two ways:”, “Let me run the tests.”, and over a message of talk the time it was written at. */
function isLead({ text, voice, place }: Unit): boolean {
  if (text.endsWith(':') || ((voice === 'assistant' || voice === 'thought') && isAnnouncement(text))) return true;
  if (place !== 0 || (voice !== 'user' && voice !== 'assistant') || text.length > LONGEST_STAMP) return false;
  const words = text.split(/\s+/u);
  const numbers = words.filter((word) => /\d/u.test(word)).length;
  return numbers > 1 && numbers * 2 >= words.length;
}

const LONGEST_STAMP = 40;

/** Of two who talk: what somebody tells of themselves is news, what is said of the other is mostly kindness. */
function personOf(text: string): number {
  if (OWN.test(text)) return WEIGHTS.person.own;
  return OTHER.test(text) ? WEIGHTS.person.other : 1;
}

const OWN =
  /(?<![\p{L}'’])(?:I|me|my|mine|we|us|our|ours|ich|mir|mich|mein\p{L}{0,2}|wir|uns|unser\p{L}{0,2}|je|j['’]|moi|mon|ma|mes|nous|notre|yo|mi|mis|nosotros|io|mio|mia|noi|eu|meu|minha|я|мне|мой|моя|мы)(?!\p{L})|[我私僕俺]/iu;
const OTHER =
  /(?<![\p{L}'’])(?:you|your|yours|du|dir|dich|dein\p{L}{0,2}|ihr|euch|tu|toi|ton|ta|tes|vous|votre|tú|te|usted|você|ты|тебе|вы)(?!\p{L})|[你您]/iu;

/** So many in a row that do not fit any more, and hardly one will. */
const MISSES = 200;

/** A gain that fell by less is not worth another round. */
const NEARLY = 0.999;

/** Whichever more lines share with each: how they begin, or how they end. */
function familiesOf(units: readonly Unit[], templates: readonly number[]): readonly number[] {
  const ends = units.map(({ text }, index) => (templates[index] === 0 ? 0 : endTemplateOf(text)));
  const begun = sizesOf(templates);
  const ended = sizesOf(ends);
  return templates.map((template, index) => {
    const end = ends[index] as number;
    return end !== 0 && (ended.get(end) ?? 0) > (begun.get(template) ?? 0) ? end : template;
  });
}

/** Lines of a family that many share count for less, each: a table is one thing to tell. */
function votesOf(families: readonly number[]): Float64Array {
  const sizes = sizesOf(families);
  return Float64Array.from(families, (family) =>
    family === 0 ? 1 : 1 / Math.sqrt(Math.max(1, (sizes.get(family) ?? 1) / WEIGHTS.fewLines)),
  );
}

function sizesOf(families: readonly number[]): ReadonlyMap<number, number> {
  const sizes = new Map<number, number>();
  for (const family of families) sizes.set(family, (sizes.get(family) ?? 0) + 1);
  return sizes;
}

interface Weighed {
  readonly things: readonly Int32Array[];
  readonly weights: Float64Array;
  readonly ids: ReadonlyMap<string, number>;
}

/** The words of all units as numbers, and what each is worth. */
function weighed(units: readonly Unit[], templates: readonly number[]): Weighed {
  const ids = new Map<string, number>();
  const words: string[] = [];
  const plains: boolean[] = [];
  const uses: number[] = [];
  const lastUnit: number[] = [];
  const lastTemplate: number[] = [];
  const first: Unit[] = [];
  const again: boolean[] = [];
  let mine: number[] = [];
  const things = units.map((unit, index) => {
    mine = [];
    const template = templates[index] as number;
    eachWord(unit.text, (word, plain) => {
      let id = ids.get(word);
      if (id === undefined) {
        id = words.length;
        ids.set(word, id);
        words.push(word);
        plains.push(plain);
        uses.push(0);
        lastUnit.push(-1);
        lastTemplate.push(0);
        first.push(unit);
        again.push(false);
      }
      if (lastUnit[id] === index) return;
      lastUnit[id] = index;
      mine.push(id);
      if (template === 0 || lastTemplate[id] !== template) uses[id] = (uses[id] as number) + (template === 0 ? unit.times : 1);
      lastTemplate[id] = template;
      const begun = first[id] as Unit;
      again[id] ||=
        begun.voice !== unit.voice && begun.passage < unit.passage && unit.voice !== 'result' && unit.voice !== 'code';
    });
    return Int32Array.from(mine);
  });
  const said = units.reduce((sum, { times }, index) => sum + (templates[index] === 0 ? times : 1), 0);
  const all = Math.log2(1 + said);
  const weights = Float64Array.from(words, (word, id) => {
    const scarcity = Math.log2(1 + said / (uses[id] as number)) / all;
    return rarity(word, plains[id] as boolean) * scarcity ** WEIGHTS.scarcity * (again[id] ? WEIGHTS.usedAgain : 1);
  });
  return { things, weights, ids };
}

/** What a word says by being rare, whatever the conversation. */
export function rarity(word: string, plain: boolean): number {
  if (!plain && /^\d+$/u.test(word)) return WEIGHTS.number + WEIGHTS.digit * Math.min(5, word.length - 1);
  const { bits, tokens } = rarityOf(word);
  const rank = Math.min(1, Math.max(0, (bits - WEIGHTS.common) / (WEIGHTS.rare - WEIGHTS.common)));
  return rank + Math.min(WEIGHTS.mostTokens, WEIGHTS.token * (tokens - 1));
}

/** Positions by gain, the largest on top; those worth nothing are left out. */
class Heap {
  private readonly items: number[] = [];
  private readonly gains: Float64Array;

  constructor(gains: Float64Array) {
    this.gains = gains;
    for (let at = 0; at < gains.length; at++) if ((gains[at] as number) > 0) this.items.push(at);
    for (let at = (this.items.length >> 1) - 1; at >= 0; at--) this.sink(at);
  }

  get size(): number {
    return this.items.length;
  }

  get top(): number {
    return this.items[0] as number;
  }

  get topGain(): number {
    return this.gains[this.top] as number;
  }

  /** Gives the top one a smaller gain and its new place. */
  lower(gain: number): void {
    if (gain <= 0) this.drop();
    else {
      this.gains[this.top] = gain;
      this.sink(0);
    }
  }

  drop(): void {
    const last = this.items.pop() as number;
    if (this.items.length === 0) return;
    this.items[0] = last;
    this.sink(0);
  }

  private sink(from: number): void {
    const { items, gains } = this;
    const item = items[from] as number;
    const gain = gains[item] as number;
    let at = from;
    for (let child = at * 2 + 1; child < items.length; child = at * 2 + 1) {
      if (child + 1 < items.length && (gains[items[child + 1] as number] as number) > (gains[items[child] as number] as number))
        child++;
      if ((gains[items[child] as number] as number) <= gain) break;
      items[at] = items[child] as number;
      at = child;
    }
    items[at] = item;
  }
}
