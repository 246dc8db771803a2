import type { Fold } from '../fold.ts';
import type { Message } from '../message.ts';
import type { Row } from '../view.ts';
import { findInPassage } from './find-in-passage.ts';
import type { EvidenceItem, EvidenceSource, Found, Outcome } from './item.ts';
import { errorShape, isTally, outcomeOf, REPORTED_ERROR } from './outcomes.ts';
import { type Passage, passagesOf } from './passage.ts';

/** What was found in one message: facts, and how the results in it ended. Remembered, since messages never change. */
export interface MessageFinds {
  readonly facts: readonly (Found & { readonly part: number; readonly call?: string })[];
  readonly results: readonly { readonly id: string; readonly outcome: Outcome }[];
}

const ofMessage = new WeakMap<Message, MessageFinds>();
const ofFold = new WeakMap<Fold, MessageFinds>();

/**
 * The distinct facts of some rows, in the order of their last mention. A stand-in gives what its stored text tells, so that an outer
 * fold inherits inner evidence without the entries it covers. Linear in the text that was not looked at before.
 */
export function findEvidence(rows: readonly Row[]): readonly EvidenceItem[] {
  return evidenceOf(
    rows.flatMap((row): PlacedFinds[] => {
      if (row.kind === 'entry') return [{ finds: findsOf(row.message), place: { entry: row.entry.id, position: row.index } }];
      if (row.message === null || row.fold.target.kind !== 'span') return [];
      return [{ finds: findsOfFold(row.tells ?? row.fold), place: { entry: row.fold.target.from, position: row.index } }];
    }),
  );
}

/** What was found, and in which entry. */
export interface PlacedFinds {
  readonly finds: MessageFinds;
  readonly place: Pick<EvidenceSource, 'entry' | 'position'>;
}

/** Distinct facts of what was found in several places, commands joined with how they ended. */
export function evidenceOf(places: readonly PlacedFinds[]): readonly EvidenceItem[] {
  const gathered: Gathered = { items: new Map(), calls: new Map() };
  for (const { finds, place } of places) gather(gathered, finds, place);
  for (const command of gathered.calls.values()) settleCall(gathered.items, command, 'ok');
  return lighterRepeats(withoutOutdated(withoutEchoes([...gathered.items.values()])));
}

const LISTED = /^[✗✘✕✖×] +/u;

/** Test runners name a failed test in a list, `× name 3ms`, and again in full, `FAIL file > suite > name`: once is enough. */
function withoutEchoes(items: readonly EvidenceItem[]): readonly EvidenceItem[] {
  const named = new Set<string>();
  for (const { kind, text } of items) {
    if (kind === 'error' && text.includes(' > ')) named.add(text.slice(text.lastIndexOf(' > ') + 3));
  }
  if (named.size === 0) return items;
  return items.filter(({ kind, text }) => {
    if (kind !== 'error' || !LISTED.test(text)) return true;
    return !named.has(text.replace(LISTED, '').replace(/(?<! ) +\d+ ?ms$/u, ''));
  });
}

/** Of counts of the same tests only the newest counts. */
function withoutOutdated(items: readonly EvidenceItem[]): readonly EvidenceItem[] {
  const newest = new Map<string, EvidenceItem>();
  const names = items.map(({ kind, text }) =>
    kind === 'number' && isTally(text) ? errorShape(text.slice(0, text.search(/\d/u))) : null,
  );
  names.forEach((name, index) => {
    if (name !== null) newest.set(name, items[index] as EvidenceItem);
  });
  return items.filter((item, index) => names[index] == null || newest.get(names[index]) === item);
}

const SAME_AGAIN = 4;
const OFTEN = 6;
const SAME_TOO_OFTEN = 2;

/** The newest error of a shape keeps its weight, a few more of it nearly: the same at ever more lines is worth little. So is what is said in the same words. */
function lighterRepeats(items: readonly EvidenceItem[]): readonly EvidenceItem[] {
  const shapes = new Map<string, number>();
  return items
    .toReversed()
    .map((item) => {
      const shape = shapeOf(item);
      if (shape === null) return item;
      const times = shapes.get(shape) ?? 0;
      shapes.set(shape, times + 1);
      if (times === 0) return item;
      return { ...item, weight: Math.min(item.weight, times < OFTEN ? SAME_AGAIN : SAME_TOO_OFTEN) };
    })
    .toReversed();
}

const FIRST_WORDS = 6;

/** What facts that say nearly the same have in common; null for facts that are never the same again. */
function shapeOf({ kind, text, weight }: EvidenceItem): string | null {
  if (kind === 'error') return weight >= REPORTED_ERROR ? null : errorShape(text);
  if (kind !== 'decision' && kind !== 'question') return null;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.length <= FIRST_WORDS ? null : `${kind} ${words.slice(0, FIRST_WORDS).join(' ')}`;
}

function findsOf(message: Message): MessageFinds {
  let finds = ofMessage.get(message);
  if (finds === undefined) {
    finds = findsIn(passagesOf(message));
    ofMessage.set(message, finds);
  }
  return finds;
}

function findsOfFold(fold: Fold): MessageFinds {
  let finds = ofFold.get(fold);
  if (finds === undefined) {
    finds = findsIn([{ voice: 'record', text: fold.text, part: 0 }]);
    ofFold.set(fold, finds);
  }
  return finds;
}

/** Facts and outcomes of some passages. */
export function findsIn(passages: readonly Passage[]): MessageFinds {
  const facts: (Found & { part: number; call?: string })[] = [];
  const results: { id: string; outcome: Outcome }[] = [];
  for (const passage of passages) {
    const call = passage.voice === 'call' && passage.id !== undefined ? { call: passage.id } : {};
    for (const fact of findInPassage(passage)) {
      facts.push({ ...fact, part: passage.part, ...(fact.kind === 'command' ? call : {}) });
    }
    if ((passage.voice === 'result' || passage.voice === 'error') && passage.id !== undefined) {
      results.push({ id: passage.id, outcome: passage.outcome ?? outcomeOf(passage.text, passage.voice === 'error') });
    }
  }
  return { facts, results };
}

interface Gathered {
  readonly items: Map<string, EvidenceItem>;
  /** Commands whose result has not come yet, by call id: ids may be used again for another call. */
  readonly calls: Map<string, EvidenceItem>;
}

function gather({ items, calls }: Gathered, finds: MessageFinds, place: Pick<EvidenceSource, 'entry' | 'position'>): void {
  for (const { part, at, call, ...found } of finds.facts) {
    const item: EvidenceItem = { ...found, source: { ...place, part, at } };
    if (call === undefined) add(items, item.kind === 'command' ? { outcome: 'ok', ...item } : item);
    else {
      settleCall(items, calls.get(call), 'ok');
      calls.set(call, item);
    }
  }
  for (const { id, outcome } of finds.results) {
    settleCall(items, calls.get(id), outcome);
    calls.delete(id);
  }
}

/** A command whose result never comes did not fail as far as anybody knows. */
function settleCall(items: Map<string, EvidenceItem>, command: EvidenceItem | undefined, outcome: Outcome): void {
  if (command === undefined) return;
  add(items, { ...command, outcome, weight: outcome === 'failed' ? command.weight + 1 : command.weight });
}

/** Again and again is heavier than once; the newest mention is the source. */
function add(items: Map<string, EvidenceItem>, item: EvidenceItem): void {
  const key = keyOf(item);
  const known = items.get(key);
  if (known === undefined) {
    items.set(key, item);
    return;
  }
  items.delete(key);
  items.set(key, known.weight >= item.weight ? { ...item, weight: known.weight } : item);
}

/** What makes two facts the same. */
export function keyOf({ kind, text, outcome }: Pick<EvidenceItem, 'kind' | 'text' | 'outcome'>): string {
  return `${kind} ${outcome ?? ''} ${text}`;
}
