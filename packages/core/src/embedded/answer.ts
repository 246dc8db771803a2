import type { FlatAsk } from '../ask.ts';
import type { Counter } from '../counter.ts';
import { evidenceOf, findsIn, keyOf } from '../evidence/find.ts';
import { findInPassage } from '../evidence/find-in-passage.ts';
import type { Found } from '../evidence/found.ts';
import { holderOf } from '../evidence/held.ts';
import type { EvidenceItem } from '../evidence/item.ts';
import { affordable, NAMES_SHARE, untold, writeLedger } from '../evidence/ledger.ts';
import { LEDGER_SHARE, listOf } from '../evidence/ledger-format.ts';
import type { Passage } from '../evidence/passage.ts';
import { chooser } from './choose.ts';
import { compose } from './compose.ts';
import { readMaterial } from './read-material.ts';
import type { Unit } from './unit.ts';
import { unitsOf } from './units.ts';

/** Share of an answer that may be lists; the rest is sentences. */
const LIST_SHARE = 0.2;
/** Lists weigh at most this much of the sentences beside them, unless there are hardly any sentences. */
const LISTS_PER_SENTENCE = 0.24;
const FEWEST_LISTS = 0.1;
/** What a tool printed, summarised alone, has few sentences and no lists under it. */
const PRINTED_LIST_SHARE = 0.6;
/** Sentences weigh at least this much of everything else, as far as there are any. */
const SENTENCES_PER_LIST = 0.9;
/** Tokens of a heading with its line breaks. */
const HEADINGS = 36;

/**
 * Answers an ask without a model: chooses sentences, code and facts of the material, word for word, under the headings of every summary.
 * Deterministic, and never heavier than the ask allows.
 */
export function embeddedAnswer(ask: Pick<FlatAsk, 'material' | 'maxTokens'>, count: Counter): string {
  const passages = readMaterial(ask.material.toWellFormed());
  const all = passages.map(findInPassage);
  const items = evidenceOf([{ finds: findsIn(passages, all), place: { entry: '', position: 0 } }]);
  const found = stillTrue(all, items);
  const units = unitsOf(passages, found);
  const alone = passages.length === 1;
  const printed = alone && passages[0]?.voice !== 'user' && passages[0]?.voice !== 'assistant';
  const wanted = items.filter((item) => isListed(item) || (alone && isListedAlone(item)));
  const budget = Math.max(0, ask.maxTokens - Math.min(HEADINGS, ask.maxTokens / 8));
  const listed = listsWithin(wanted, Math.floor(budget * (printed ? PRINTED_LIST_SHARE : LIST_SHARE)), count);
  const room = budget - weightOf(listed, count);
  const choose = chooser(units, count);
  const write = (tokens: number, atLeast: number) => {
    const { chosen, sentences } = choose(tokens, atLeast);
    const prose = compose(inOrder(units, chosen), []);
    const said = holderOf(prose);
    const fewest = printed ? PRINTED_LIST_SHARE : FEWEST_LISTS;
    const most = Math.max(count.text(prose) * LISTS_PER_SENTENCE, ask.maxTokens * fewest);
    const unsaid = lightened(
      untold(listed, listed).filter((item) => (item.kind !== 'path' && listOf(item) !== 'values') || !said(item)),
      most,
      count,
    );
    return { text: fitted(units, chosen, unsaid, ask.maxTokens, count), sentences };
  };
  if (units.length + listed.length === 0) return opening(passages, ask.maxTokens, count);
  const first = write(room, 0);
  const slack = ask.maxTokens - count.text(first.text);
  if (slack <= ask.maxTokens * 0.03) return first.text;
  // Sentences that share a line weigh less than they did alone: what that leaves is filled once more.
  const atLeast = sentencesFor(first, items, ask.maxTokens, count);
  return heavier(first.text, write(room + slack, atLeast).text, count);
}

/** Facts without the values and counts that newer ones took the place of. */
function stillTrue(found: readonly (readonly Found[])[], items: readonly EvidenceItem[]): readonly (readonly Found[])[] {
  const known = new Set<string>();
  for (const item of items) if (item.kind === 'id' || item.kind === 'number') known.add(keyOf(item));
  return found.map((facts) => facts.filter((fact) => (fact.kind !== 'id' && fact.kind !== 'number') || known.has(keyOf(fact))));
}

/**
 * Tokens of sentences that give the lists under this summary room: they may be two fifths of the whole, sentences shall be more.
 * Rows of names fill little of the lists: a share is set aside for them.
 */
function sentencesFor(
  { text, sentences }: { readonly text: string; readonly sentences: number },
  items: readonly EvidenceItem[],
  limit: number,
  count: Counter,
): number {
  const holds = holderOf(text);
  const dropped = items.filter((item) => listOf(item) !== 'names' && !holds(item));
  const most = Math.floor((limit * LEDGER_SHARE) / (1 - LEDGER_SHARE));
  const ledger = Math.min(most, count.text(writeLedger(dropped, most, count).text) * (1 + NAMES_SHARE));
  const other = count.text(text) - sentences;
  return Math.max((other + ledger) * SENTENCES_PER_LIST, ledger * ((1 - LEDGER_SHARE) / LEDGER_SHARE) - other);
}

/** The first facts, as many as weigh no more than `most` in their lists. */
function lightened(listed: readonly EvidenceItem[], most: number, count: Counter): readonly EvidenceItem[] {
  let kept = listed;
  for (let tokens = weightOf(kept, count); tokens > most && kept.length > 0; tokens = weightOf(kept, count)) {
    kept = kept.slice(0, Math.min(kept.length - 1, Math.floor((kept.length * most) / tokens)));
  }
  return kept;
}

function heavier(a: string, b: string, count: Counter): string {
  return count.text(b) > count.text(a) ? b : a;
}

function isListed({ kind, weight }: EvidenceItem): boolean {
  return kind === 'command' || kind === 'error' || (kind === 'path' && weight >= 7);
}

/** What no list under the summary will tell: a summary of one text alone has none. */
function isListedAlone(item: EvidenceItem): boolean {
  return item.kind === 'path' || listOf(item) === 'values';
}

/** Facts whose lists fill a budget: they weigh less together than one by one, so what is left is filled once more. */
function listsWithin(wanted: readonly EvidenceItem[], budget: number, count: Counter): readonly EvidenceItem[] {
  const first = affordable(wanted, budget, count);
  if (first.length === wanted.length) return first;
  const second = affordable(wanted, 2 * budget - weightOf(first, count), count);
  return weightOf(second, count) <= budget ? second : first;
}

function weightOf(listed: readonly EvidenceItem[], count: Counter): number {
  return listed.length === 0 ? 0 : count.text(compose([], listed));
}

/** The summary within its limit: as long as it is too heavy, the share that is too much goes, lists and sentences alike, what was chosen last first. */
function fitted(
  units: readonly Unit[],
  chosen: readonly number[],
  listed: readonly EvidenceItem[],
  limit: number,
  count: Counter,
): string {
  let kept = chosen;
  let lists = listed;
  while (kept.length + lists.length > 0) {
    const text = compose(inOrder(units, kept), lists);
    const tokens = count.text(text);
    if (tokens <= limit) return text;
    const share = Math.min(limit / tokens, 0.98);
    kept = kept.slice(0, Math.floor(kept.length * share));
    lists = lists.slice(0, Math.floor(lists.length * share));
  }
  return count.text(NOTHING) <= limit ? NOTHING : '';
}

/** Some of the units, in the order they were said. */
function inOrder(units: readonly Unit[], chosen: readonly number[]): readonly Unit[] {
  return [...chosen].sort((a, b) => a - b).map((index) => units[index] as Unit);
}

const NOTHING = '…';

/** Of material without a sentence or a fact, the first lines that fit. */
function opening(passages: readonly Passage[], limit: number, count: Counter): string {
  const lines: string[] = [];
  let left = limit - 1;
  for (const line of passages.flatMap(({ text }) => text.split('\n', MOST_LINES)).slice(0, MOST_LINES)) {
    const tokens = line.length > LONGEST_LINE ? Infinity : count.text(line) + 1;
    if (tokens > left) break;
    left -= tokens;
    lines.push(line);
  }
  const text = lines.join('\n').trim();
  return text !== '' && count.text(text) <= limit ? text : fitted([], [], [], limit, count);
}

const MOST_LINES = 1_000;
const LONGEST_LINE = 2_000;
