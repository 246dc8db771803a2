import type { FlatAsk } from '../ask.ts';
import type { Counter } from '../counter.ts';
import { evidenceOf, findsIn } from '../evidence/find.ts';
import { findInPassage } from '../evidence/find-in-passage.ts';
import { holderOf } from '../evidence/held.ts';
import type { EvidenceItem } from '../evidence/item.ts';
import { affordable } from '../evidence/ledger.ts';
import { chooseUnits } from './choose.ts';
import { compose } from './compose.ts';
import { readMaterial } from './read-material.ts';
import type { Unit } from './unit.ts';
import { unitsOf } from './units.ts';

/** Share of an answer that may be lists; the rest is sentences. */
const LIST_SHARE = 0.28;
/** Tokens of a heading with its line breaks. */
const HEADINGS = 36;

/**
 * Answers an ask without a model: chooses sentences, code and facts of the material, word for word, under the headings of every summary.
 * Deterministic, and never heavier than the ask allows.
 */
export function embeddedAnswer(ask: Pick<FlatAsk, 'material' | 'maxTokens'>, count: Counter): string {
  const passages = readMaterial(ask.material);
  const found = passages.map(findInPassage);
  const units = unitsOf(passages, found);
  const items = evidenceOf([{ finds: findsIn(passages, found), place: { entry: '', position: 0 } }]);
  const wanted = items.filter(isListed);
  const budget = Math.max(0, ask.maxTokens - Math.min(HEADINGS, ask.maxTokens / 8));
  let listed = affordable(wanted, Math.floor(budget * LIST_SHARE), count);
  const listTokens = weightOf(listed, count);
  const chosen = chooseUnits(units, budget - listTokens, count).map((index) => units[index] as Unit);
  const said = holderOf(compose(chosen, []));
  listed = listed.filter((item) => item.kind !== 'path' || !said(item));
  return fitted(chosen, listed, ask.maxTokens, count);
}

function isListed({ kind, weight }: EvidenceItem): boolean {
  return kind === 'command' || (kind === 'error' && weight >= 6) || (kind === 'path' && weight >= 7);
}

function weightOf(listed: readonly EvidenceItem[], count: Counter): number {
  return listed.length === 0 ? 0 : count.text(compose([], listed));
}

/** The summary within its limit: as long as it is too heavy, the share that is too much goes, lists and sentences alike. */
function fitted(units: readonly Unit[], listed: readonly EvidenceItem[], limit: number, count: Counter): string {
  let kept = units;
  let lists = listed;
  while (kept.length + lists.length > 0) {
    const text = compose(kept, lists);
    const tokens = count.text(text);
    if (tokens <= limit) return text;
    const share = Math.min(limit / tokens, 0.98);
    kept = withoutLightest(kept, Math.floor(kept.length * share));
    lists = lists.slice(0, Math.floor(lists.length * share));
  }
  return limit > 0 ? '…' : '';
}

/** The `keep` units that matter most, in order. */
function withoutLightest(units: readonly Unit[], keep: number): readonly Unit[] {
  const worth = (unit: Unit) =>
    (unit.must ? 1_000 : 0) + unit.facts.reduce((sum, fact) => sum + fact.weight, 0) / (1 + unit.text.length / 40);
  const ranked = units
    .map((unit, index) => ({ index, worth: worth(unit) }))
    .sort((a, b) => b.worth - a.worth || b.index - a.index);
  const kept = new Set(ranked.slice(0, keep).map(({ index }) => index));
  return units.filter((_, index) => kept.has(index));
}
