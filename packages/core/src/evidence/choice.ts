import type { TextCounter } from '../counter.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import type { Unit } from './item.ts';
import { filesWritten, type Musts, mustsOf } from './musts.ts';
import { namesWithin, rankedNames } from './names.ts';
import { isTalkOfTwo, type Passage } from './passage.ts';
import { groupedPaths, pathsWithin } from './paths.ts';
import { unitsOf } from './units.ts';
import { type Finder, finderIn } from './words.ts';

/** What a text is to be written of. */
export interface Choice extends Musts {
  /** Files that were written, each with how it stands. */
  readonly files: ReadonlyMap<string, string>;
  /** In the order they were said; standing orders among them. */
  readonly units: readonly Unit[];
  readonly names: readonly string[];
  /** Paths that were only shown. */
  readonly seen: readonly string[];
}

/** What choosing needs to know. */
export interface ChoiceTerms {
  readonly passages: readonly Passage[];
  readonly count: TextCounter;
  /** Tokens of the text, and of the whole stand-in it is a part of: shares are of the latter. */
  readonly room: number;
  readonly limit: number;
  /** Tokens that kinds have their shares of, where that is less: who tells a story leaves more of it to what is worth most. */
  readonly kinds?: number;
  /** What stands beside it, so that it need not be said again. */
  readonly told: string;
  /** What of it are a person's own words, where not all of it may be: an order that anybody says is none. */
  readonly ordered?: string;
  /** The last full request is carried too; of work in progress, what comes next. */
  readonly request: boolean;
  readonly running: boolean;
  /** Tokens for names: before other kinds get their share, and in all. */
  readonly names: readonly [first: number, all: number];
  /** Paths that were found, those that would be missed most first. */
  readonly paths: readonly string[];
  /** Only what these say is carried as units; all where not set. */
  readonly voices?: readonly Passage['voice'][];
  readonly takes: (unit: Unit) => boolean;
  readonly write: (choice: Choice) => string;
}

/** Most of a stand-in that what must be kept may fill, and what each kind of unit is due before all compete. */
const MUSTS = { standing: 0.1, plan: 0.2, request: 0.15, files: 0.12 } as const;
/** What people ask for may fill half of it, what is no plain demand a fifth; where all else they say is little, it stays whole. */
const ORDERS = { order: 0.5, wish: 0.2, rest: 0.1 } as const;
/** Of two who tell each other things hardly anybody gives the other orders: what they say competes. */
const OF_TWO = { order: 0.15, rest: 0.1 } as const;
/** Tokens of some sentences: where there is little room, what people ask for may have nearly all of it, wishes as much as demands. */
const A_FEW = 200;

/** Tokens that what people ask for can have of a stand-in, and those of it that may only be meant to hold. */
export function ordersDue(limit: number): { readonly all: number; readonly wishes: number } {
  return { all: Math.max(limit * ORDERS.order, A_FEW), wishes: Math.max(limit * ORDERS.wish, A_FEW) };
}

/** Characters below which nothing is said: “thanks”. */
const MIN_SAID = 12;
const PATHS = 0.2;
const DUE = { decision: 0.2, reason: 0.05, error: 0.12, command: 0.28 } as const;
/** Share of what is left by then that further names may have beside units. */
const MORE_NAMES = 0.5;
/** Tokens of the headings; a text that comes this close to its room is full. */
const HEADINGS = 40;
const SLACK = 8;
const ROUNDS = 3;

/**
 * A text within its room: what must be kept, names, what decisions, errors and commands are due, then what a weighted coverage finds
 * worth the rest. Lines that share a heading weigh less than they did alone: what that leaves is filled once more.
 */
export function writeChoice(terms: ChoiceTerms): string {
  const { passages, count, room, limit, told, names: namesDue } = terms;
  const units = unitsOf(terms.voices === undefined ? passages : passages.filter(({ voice }) => terms.voices?.includes(voice)));
  const coverage = coverageOf(units, count);
  let left = room - Math.min(HEADINGS, room / 8);
  const isTold = finderIn(told);
  const orders = ordersOf(units, coverage, { left, limit }, terms.ordered === undefined ? isTold : finderIn(terms.ordered));
  left -= orders.reduce((sum, index) => sum + coverage.weigh(index), 0);
  const musts = affordableMusts(terms, Math.max(0, left));
  left -= musts.tokens;
  const said = `${told}\n${musts.told}`;
  coverage.tell(said);
  const ranked = namesDue[1] > 0 ? rankedNames(passages, count) : [];
  const names = [...namesWithin(ranked, Math.min(left, namesDue[0]), said, count)];
  left -= weightOf(names, count);
  const isSaid = finderIn(said);
  const open = new Set(units.filter((unit) => terms.takes(unit) && !isSaid(unit.text)));
  const takes = (unit: Unit) => open.has(unit);
  const chosen: number[] = [];
  const take = (budget: number, eligible: (unit: Unit) => boolean) => {
    const more = coverage.fill(Math.min(left, budget), eligible);
    for (const index of more) left -= coverage.weigh(index);
    chosen.push(...more);
    return more.length > 0;
  };
  const toldTokens = (kind: string) =>
    units.reduce((sum, unit, index) => (unit.kind === kind && isTold(unit.text) ? sum + coverage.weigh(index) : sum), 0);
  for (const [kind, share] of Object.entries(DUE))
    take((terms.kinds ?? limit) * share - toldTokens(kind), (unit) => unit.kind === kind && takes(unit));
  const more = namesWithin(ranked, Math.min(left * MORE_NAMES, namesDue[1] - namesDue[0]), `${said}\n${names.join('\n')}`, count);
  names.push(...more);
  left -= weightOf(more, count);
  const seen = pathsWithin(terms.paths, Math.min(left * MORE_NAMES, limit * PATHS), `${said}\n${names.join('\n')}`, count);
  left -= weightOf(groupedPaths(seen), count);
  const picked = (): Picked => ({ ...musts, orders, chosen, names, seen });
  for (let round = 0; round < ROUNDS && take(left, takes); round++)
    left = room - count.text(textOf(terms, units, picked())) - SLACK;
  return textWithin(terms, units, picked());
}

interface Picked extends Omit<Choice, 'units'> {
  readonly orders: readonly number[];
  /** In the order they were chosen. */
  readonly chosen: readonly number[];
}

function weightOf(names: readonly string[], count: TextCounter): number {
  return names.reduce((sum, name) => sum + count.text(name) + 1, 0);
}

/** The text of what was picked. What the last full request tells is told by it alone; what it asks for may outlive it. */
function textOf({ write }: ChoiceTerms, units: readonly Unit[], { orders, chosen, ...rest }: Picked): string {
  const request = rest.request.replace(/\n/gu, ' ');
  const inOrder = [...orders, ...chosen].sort((a, b) => a - b).map((index) => units[index] as Unit);
  return write({ ...rest, units: inOrder.filter((unit) => !isToldBy(request, unit)) });
}

function isToldBy(request: string, { byPerson, kind, text }: Unit): boolean {
  return byPerson === true && kind !== 'order' && kind !== 'wish' && request.includes(text);
}

/** The text within its room: as long as it is too heavy, what would be missed least goes; empty where nothing fits. */
function textWithin(terms: ChoiceTerms, units: readonly Unit[], given: Picked): string {
  for (let picked: Picked | null = given; picked !== null; ) {
    const text = textOf(terms, units, picked);
    const over = terms.count.text(text) / terms.room;
    if (over <= 1) return text;
    picked = less(picked, over);
  }
  return '';
}

function less(picked: Picked, over: number): Picked | null {
  const shorter = <T>(list: readonly T[]) => list.slice(0, Math.min(list.length - 1, Math.floor(list.length / over)));
  if (picked.chosen.length > 0) return { ...picked, chosen: shorter(picked.chosen) };
  if (picked.seen.length > 0) return { ...picked, seen: shorter(picked.seen) };
  if (picked.names.length > 0) return { ...picked, names: shorter(picked.names) };
  if (picked.files.size > 0) return { ...picked, files: new Map() };
  if (picked.request !== '') return { ...picked, request: '' };
  if (picked.next.length > 0) return { ...picked, next: [] };
  if (picked.plan.length > 0) return { ...picked, plan: [] };
  if (picked.standing.length > 0) return { ...picked, standing: [] };
  return picked.orders.length > 0 ? { ...picked, orders: shorter(picked.orders) } : null;
}

/** What people said that is to hold: demands, then wishes, the newest first, so that the latest stay where not all fit; then the rest where it is little. */
function ordersOf(
  units: readonly Unit[],
  coverage: Coverage,
  { left, limit }: { readonly left: number; readonly limit: number },
  isTold: Finder,
): number[] {
  const own = units.flatMap(({ byPerson, kind, text }, index) =>
    byPerson === true && kind !== 'question' && !isTold(text) ? [index] : [],
  );
  const orders: number[] = [];
  const share = isTalkOfTwo(units) ? OF_TWO : ORDERS;
  let budget = Math.min(left, Math.max(limit * share.order, A_FEW));
  const takeFirst = (indexes: readonly number[], most: number) => {
    let mine = Math.min(budget, most);
    for (const index of indexes.toReversed()) {
      const tokens = coverage.weigh(index);
      if (tokens > mine) continue;
      mine -= tokens;
      budget -= tokens;
      coverage.take(index);
      orders.push(index);
    }
  };
  const weightOfUnits = (indexes: readonly number[]) => indexes.reduce((sum, index) => sum + coverage.weigh(index), 0);
  const kindOf = (index: number) => (units[index] as Unit).kind;
  const textOf = (index: number) => (units[index] as Unit).text;
  takeFirst(
    own.filter((index) => kindOf(index) === 'order'),
    budget,
  );
  const wishes = own.filter((index) => kindOf(index) === 'wish');
  const room = Math.min(budget, ordersDue(limit).wishes);
  if (weightOfUnits(wishes) <= room) takeFirst(wishes, room);
  else {
    const worthiest = coverage.fill(room, (unit) => unit.kind === 'wish' && unit.byPerson === true && !isTold(unit.text));
    budget -= weightOfUnits(worthiest);
    orders.push(...worthiest);
  }
  const rest = own.filter((index) => !['order', 'wish'].includes(kindOf(index)) && textOf(index).length >= MIN_SAID);
  const most = Math.min(budget, limit * share.rest);
  if (weightOfUnits(rest) <= most) takeFirst(rest, most);
  return orders;
}

interface AffordableMusts extends Omit<Choice, 'units' | 'names' | 'seen'> {
  readonly tokens: number;
  readonly told: string;
}

function affordableMusts({ passages, count, limit, told, request, running }: ChoiceTerms, room: number): AffordableMusts {
  const musts = mustsOf(passages);
  const within = (lines: readonly string[], share: number) => firstWithin(lines, Math.min(room, limit * share), count);
  const fresh = (lines: readonly string[]) => (lines.every((line) => told.includes(line)) ? [] : lines);
  const standing = within(fresh(musts.standing), MUSTS.standing);
  const plan = within(fresh(musts.plan), MUSTS.plan);
  const next = running ? within(fresh(musts.next), MUSTS.standing) : [];
  const asked = request ? within(fresh(musts.request.split('\n')), MUSTS.request) : [];
  const written = [...filesWritten(passages)].filter(([path, state]) => !told.includes(`${path} (${state})`));
  const files = within(written.map(([path, state]) => `${path}\n${state}`).toReversed(), MUSTS.files);
  const all = [...standing, ...plan, ...next, ...asked, ...files];
  return {
    standing,
    plan,
    next,
    request: asked.join('\n'),
    files: new Map(files.toReversed().map((line) => line.split('\n') as [string, string])),
    told: all.join('\n'),
    tokens: all.reduce((sum, line) => sum + count.text(line) + 3, 0),
  };
}

/** The first lines that fit a budget. */
function firstWithin(lines: readonly string[], budget: number, count: TextCounter): readonly string[] {
  let left = budget;
  const end = lines.findIndex((line) => {
    left -= count.text(line) + 3;
    return left < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}
