import type { Counter } from '../counter.ts';
import { addPath, barePath } from './bare-path.ts';
import { EVIDENCE_KINDS, type EvidenceItem } from './item.ts';
import { LEDGER_HEADING, LISTS, type ListName, lineOf, listOf } from './ledger-format.ts';
import { namesIn } from './names.ts';

/** A ledger as it is stored, and the facts it holds. */
export interface Ledger {
  readonly text: string;
  readonly carried: readonly EvidenceItem[];
}

/**
 * The facts a budget can carry as compact lists, the heaviest and newest first, each list in the order things happened:
 * paths by folder, commands by outcome, everything else a line each. Never heavier than the budget.
 */
export function writeLedger(items: readonly EvidenceItem[], budget: number, count: Counter): Ledger {
  const needed = untold(items, affordable(items, budget, count));
  const first = within(affordable(needed, budget, count), budget, count);
  if (first.carried.length === needed.length || first.tokens >= budget * 0.97) return first;
  // Items weigh less in a list than one by one: what that leaves is filled once more.
  const second = within(affordable(needed, budget + (budget - first.tokens), count), budget, count);
  return second.carried.length > first.carried.length ? second : first;
}

/** Facts without the paths and names that other lines of the lists tell anyway: an error or a command often names its file. */
export function untold(items: readonly EvidenceItem[], carried: readonly EvidenceItem[]): readonly EvidenceItem[] {
  const told = new Set<string>();
  for (const { kind, text } of carried) {
    if (kind === 'path') continue;
    for (const name of namesIn(text, true)) if (name.kind === 'path') addPath(told, name.text);
  }
  const lines = carried.filter((item) => isLine(listOf(item))).map(({ text }) => text);
  const all = lines.join('\n');
  return items.filter((item) => {
    if (item.kind === 'path') return !told.has(barePath(item.text));
    return listOf(item) !== 'names' || !all.includes(item.text);
  });
}

function isLine(list: ListName): boolean {
  return list !== 'names' && list !== 'files';
}

/** The ledger of these facts, without the last ones as long as it is too heavy. */
function within(items: readonly EvidenceItem[], budget: number, count: Counter): Ledger & { readonly tokens: number } {
  let carried = items;
  while (carried.length > 0) {
    const text = ledgerText(carried);
    const tokens = count.text(text);
    if (tokens <= budget) return { text, carried, tokens };
    carried = carried.slice(0, Math.min(carried.length - 1, Math.floor((carried.length * budget) / tokens)));
  }
  return { text: '', carried: [], tokens: 0 };
}

const HEADING = 6;
/** Most of a ledger that may be bare names and numbers: a long row of them says little. */
export const NAMES_SHARE = 0.15;
/** Share of a ledger that is theirs whatever else there is: a name weighs next to nothing. */
const NAMES_RESERVE = 0.08;

/** Facts a budget has room for, in the order they are let in, by what each would add to the lists. */
export function affordable(items: readonly EvidenceItem[], budget: number, count: Counter): readonly EvidenceItem[] {
  const ranked = [...items].sort(heaviest);
  const opened = new Set<string>();
  const taken: EvidenceItem[] = [];
  const reserve = reserveOf(ranked, budget * NAMES_RESERVE, count);
  let left = budget - HEADING;
  let names = budget * NAMES_SHARE;
  let reserved = reserve;
  for (const item of ranked) {
    const list = listOf(item);
    const groups = opened.has(list) ? 0 : HEADING;
    let cost = groups;
    const [folder, name] = list === 'files' ? splitPath(item.text) : ['', lineOf(item.text)];
    const known = opened.has(`/${folder}`);
    if (list === 'files' && !known) cost += folder === '' ? 1 : count.text(folder) + 2;
    cost += count.text(name) + 1;
    const isName = list === 'names';
    if (cost > left - (isName ? 0 : reserved) || (isName && cost > names)) continue;
    left -= cost;
    if (isName) {
      names -= cost;
      reserved = Math.max(0, reserved - cost);
    }
    opened.add(list);
    if (list === 'files') opened.add(`/${folder}`);
    taken.push(item);
  }
  return taken;
}

/** Tokens to set aside for names: as many as there are names for, up to `most`. */
function reserveOf(items: readonly EvidenceItem[], most: number, count: Counter): number {
  let tokens = 0;
  for (const item of items) {
    if (item.weight < 2 || listOf(item) !== 'names') continue;
    tokens += (tokens === 0 ? HEADING : 0) + count.text(lineOf(item.text)) + 1;
    if (tokens >= most) return most;
  }
  return tokens;
}

/** Heavier first, of the same weight errors before paths, since they mostly name one, and both before values and names, then newer ones. */
function heaviest(a: EvidenceItem, b: EvidenceItem): number {
  const kinds = turnOf(a.kind) - turnOf(b.kind);
  const { position, part, at } = b.source;
  return b.weight - a.weight || kinds || position - a.source.position || part - a.source.part || at - a.source.at;
}

function turnOf(kind: EvidenceItem['kind']): number {
  return kind === 'path' ? 1 : EVIDENCE_KINDS.indexOf(kind) > EVIDENCE_KINDS.indexOf('path') ? 2 : 0;
}

/** Lists of facts under their headings; the same text whatever order the facts come in. */
export function ledgerText(items: readonly EvidenceItem[]): string {
  const lists = new Map<ListName, EvidenceItem[]>();
  for (const item of inOrder(items)) {
    const name = listOf(item);
    const list = lists.get(name);
    if (list === undefined) lists.set(name, [item]);
    else list.push(item);
  }
  const lines = [LEDGER_HEADING];
  for (const name of Object.keys(LISTS) as ListName[]) {
    const list = lists.get(name);
    if (list !== undefined) lines.push(LISTS[name], ...listLines(name, list));
  }
  return lines.join('\n');
}

/** Lists of sentences are written as points. */
const SENTENCES: ReadonlySet<ListName> = new Set(['demands', 'decisions', 'questions', 'facts']);

/** The lines of one list. */
export function listLines(name: ListName, items: readonly Pick<EvidenceItem, 'text'>[]): readonly string[] {
  const texts = [...new Set(items.map((item) => lineOf(item.text)))];
  if (name === 'files') return fileLines(texts);
  if (name === 'names') return [texts.join('; ')];
  return SENTENCES.has(name) ? texts.map((text) => `- ${text}`) : texts;
}

function fileLines(paths: readonly string[]): readonly string[] {
  const folders = new Map<string, string[]>();
  for (const path of paths) {
    const [folder, name] = splitPath(path);
    const names = folders.get(folder);
    if (names === undefined) folders.set(folder, [name]);
    else names.push(name);
  }
  return [...folders].flatMap(([folder, names]) => {
    if (folder === '') return [names.join(', ')];
    return names.length === 1 ? [folder + names[0]] : [`${folder}{${names.join(',')}}`];
  });
}

/** Folder and name. Names that would confuse a group of them stand alone, folder and all. */
function splitPath(path: string): readonly [string, string] {
  const slash = Math.max(path.lastIndexOf('/', path.length - 2), path.lastIndexOf('\\', path.length - 2));
  const name = path.slice(slash + 1);
  return /[{},\s]/u.test(path) ? [path, ''] : [path.slice(0, slash + 1), name];
}

/** Facts in the order they were last mentioned. */
export function inOrder(items: readonly EvidenceItem[]): readonly EvidenceItem[] {
  return [...items].sort(
    (a, b) => a.source.position - b.source.position || a.source.part - b.source.part || a.source.at - b.source.at,
  );
}
