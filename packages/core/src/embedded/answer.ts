import type { FlatAsk } from '../ask.ts';
import type { Counter } from '../counter.ts';
import { writeChoice } from '../evidence/choice.ts';
import { coverageOf } from '../evidence/coverage.ts';
import { indexShare } from '../evidence/name-index.ts';
import { type Passage, voiced } from '../evidence/passage.ts';
import { isTalkOfTwo } from '../evidence/talk-of-two.ts';
import type { Unit } from '../evidence/unit.ts';
import { unitsOf } from '../evidence/units.ts';
import { compose } from './compose.ts';
import { readMaterial } from './read-material.ts';

/**
 * Answers an ask without a model: what must be kept, then what a weighted coverage finds worth the rest, word for word, under the
 * headings of every summary. Deterministic, and never heavier than the ask allows.
 */
export function embeddedAnswer(ask: Pick<FlatAsk, 'material' | 'maxTokens' | 'whole' | 'scope'>, count: Counter): string {
  const { maxTokens } = ask;
  const passages = voiced(readMaterial(ask.material.toWellFormed()));
  if (passages.length === 1 && passages[0]?.voice === 'result') return printedAlone(unitsOf(passages), maxTokens, count);
  const text = writeChoice({
    passages,
    count,
    room: isTalkOfTwo(passages) ? (ask.whole ?? maxTokens) : roomFor(ask, count),
    limit: ask.whole ?? maxTokens,
    kinds: maxTokens,
    told: '',
    request: ask.scope !== 'steps',
    running: ask.scope === 'steps',
    names: [0, 0],
    paths: [],
    takes: isOpen(passages),
    write: (choice) => compose(choice, passages),
  });
  return text === '' ? nothing(maxTokens, count) : text;
}

/** Tokens for the record: an index of names will stand under it, which the tighter the room the more of it is due. */
function roomFor(
  { material, maxTokens, whole = maxTokens }: Pick<FlatAsk, 'material' | 'maxTokens' | 'whole'>,
  count: Counter,
): number {
  return Math.max(1, Math.floor(whole - (whole === maxTokens ? 0 : indexShare(whole, count.text(material))[0])));
}

/** What people ask stays open, and what was asked last; what somebody asked on the way was answered or dropped since. */
function isOpen(passages: readonly Passage[]): (unit: Unit) => boolean {
  const last = passages.findLastIndex(({ voice, text }) => (voice === 'user' || voice === 'assistant') && text.trim() !== '');
  return ({ kind, voice, passage }) => kind !== 'question' || voice === 'record' || voice === 'user' || passage >= last;
}

function nothing(limit: number, count: Counter): string {
  return count.text('…') <= limit ? '…' : '';
}

/** Share of a shortened output that is its beginning: it says what it is. */
const BEGINNING = 0.15;

/** What a tool printed, where that is all there is: its first lines and the telling ones, in order. */
function printedAlone(units: readonly Unit[], limit: number, count: Counter): string {
  const coverage = coverageOf(units, count);
  const chosen = new Set<number>();
  let left = limit * BEGINNING;
  for (let index = 0; index < units.length && (index === 0 || coverage.weigh(index) <= left); index++) {
    left -= coverage.weigh(index);
    coverage.take(index);
    chosen.add(index);
  }
  const more = coverage.fill(limit - [...chosen].reduce((sum, index) => sum + coverage.weigh(index), 0));
  let kept = [...chosen, ...more];
  for (;;) {
    const text = [...kept]
      .sort((a, b) => a - b)
      .map((index) => (units[index] as Unit).text)
      .join('\n');
    if (kept.length === 0) return nothing(limit, count);
    if (count.text(text) <= limit) return text;
    kept = kept.slice(0, Math.floor(kept.length * 0.9));
  }
}
