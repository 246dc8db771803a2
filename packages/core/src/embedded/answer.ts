import type { FlatAsk } from '../ask.ts';
import type { Counter } from '../counter.ts';
import { type Coverage, coverageOf } from '../evidence/coverage.ts';
import { filesWritten } from '../evidence/files-written.ts';
import { LEDGER_SHARE } from '../evidence/ledger-format.ts';
import { mustsOf } from '../evidence/musts.ts';
import type { Passage } from '../evidence/passage.ts';
import { indexShare } from '../evidence/share.ts';
import type { Unit } from '../evidence/unit.ts';
import { unitsOf } from '../evidence/units.ts';
import { voiced } from '../evidence/voices.ts';
import { type Chosen, compose } from './compose.ts';
import { readMaterial } from './read-material.ts';

/** Most of a record that what must be kept may fill before anything is weighed. */
const SHARES = { orders: 0.5, request: 0.15, plan: 0.2, standing: 0.1, files: 0.12 } as const;
/** Tokens of the headings. */
const HEADINGS = 40;

/**
 * Answers an ask without a model: what must be kept, then what a weighted coverage finds worth the rest, word for word, under the
 * headings of every summary. Deterministic, and never heavier than the ask allows.
 */
export function embeddedAnswer(ask: Pick<FlatAsk, 'material' | 'maxTokens' | 'scope'>, count: Counter): string {
  const { maxTokens } = ask;
  const passages = voiced(readMaterial(ask.material.toWellFormed()));
  const units = unitsOf(passages);
  const coverage = coverageOf(units, count);
  if (passages.length === 1 && passages[0]?.voice === 'result') return printedAlone(units, coverage, maxTokens, count);
  const room = roomFor(ask, count);
  const left = room - Math.min(HEADINGS, room / 8);
  const musts = affordableMusts(ask, passages, left, count);
  const orders = ordersOf(units, coverage, left * SHARES.orders);
  let free = left - musts.tokens - orders.reduce((sum, index) => sum + coverage.weigh(index), 0);
  const chosen = [...orders];
  coverage.tell(musts.told);
  let text = '';
  // Lines that share a heading or a passage weigh less than they did alone: what that leaves is filled once more.
  for (let round = 0; round < 3 && free > 0; round++) {
    const more = coverage.fill(free, isOpen(passages));
    chosen.push(...more);
    text = written({ ...musts, passages }, units, chosen, maxTokens, count);
    free = more.length === 0 ? 0 : room - count.text(text) - SLACK;
  }
  if (text === '') text = written({ ...musts, passages }, units, chosen, maxTokens, count);
  return text;
}

const SLACK = 8;

/** Tokens for the record: an index of names will stand under it, which the tighter the room the more of it is due. */
function roomFor({ material, maxTokens }: Pick<FlatAsk, 'material' | 'maxTokens'>, count: Counter): number {
  const limit = maxTokens / (1 - LEDGER_SHARE);
  return Math.max(1, Math.min(maxTokens, Math.floor(limit - indexShare(limit, count.text(material)))));
}

/** The latest of what was asked stays open; what was answered since is no question any more. */
function isOpen(passages: readonly Passage[]): (unit: Unit) => boolean {
  const lastUser = passages.findLastIndex(({ voice }) => voice === 'user');
  return ({ kind, voice, passage }) => kind !== 'question' || voice === 'record' || voice === 'user' || passage > lastUser;
}

/** The standing orders of people, the newest first, so that the latest stay where not all fit. */
function ordersOf(units: readonly Unit[], coverage: Coverage, budget: number): number[] {
  const orders: number[] = [];
  let left = budget;
  for (let index = units.length - 1; index >= 0; index--) {
    const unit = units[index] as Unit;
    if (unit.kind !== 'order' || unit.byPerson !== true || coverage.weigh(index) > left) continue;
    left -= coverage.weigh(index);
    coverage.take(index);
    orders.push(index);
  }
  return orders;
}

interface AffordableMusts extends Omit<Chosen, 'units' | 'passages'> {
  readonly tokens: number;
  readonly told: string;
}

function affordableMusts(
  { scope }: Pick<FlatAsk, 'scope'>,
  passages: readonly Passage[],
  room: number,
  count: Counter,
): AffordableMusts {
  const musts = mustsOf(passages);
  const plan = within(musts.plan, room * SHARES.plan, count);
  const standing = within(musts.standing, room * SHARES.standing, count);
  const files = within(
    [...filesWritten(passages)].map(([path, state]) => `${path}\n${state}`).toReversed(),
    room * SHARES.files,
    count,
  );
  const request = scope === 'steps' ? [] : within(musts.request.split('\n'), room * SHARES.request, count);
  const told = [...plan, ...standing, ...files, ...request].join('\n');
  return {
    plan,
    standing,
    files: new Map(files.toReversed().map((line) => line.split('\n') as [string, string])),
    request: request.join('\n'),
    told,
    tokens: told === '' ? 0 : count.text(told) + 3 * (plan.length + standing.length + files.length + request.length),
  };
}

/** The first lines that fit a budget. */
function within(lines: readonly string[], budget: number, count: Counter): readonly string[] {
  let left = budget;
  const end = lines.findIndex((line) => {
    left -= count.text(line) + 3;
    return left < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

/** The record within its limit: as long as it is too heavy, what was chosen last goes, then what must be kept. */
function written(
  musts: Omit<Chosen, 'units'>,
  units: readonly Unit[],
  chosen: readonly number[],
  limit: number,
  count: Counter,
): string {
  let kept = chosen;
  for (;;) {
    const inOrder = [...kept].sort((a, b) => a - b).map((index) => units[index] as Unit);
    const text = compose({ ...musts, units: inOrder });
    const tokens = count.text(text);
    if (tokens <= limit) return text === '' ? nothing(limit, count) : text;
    if (kept.length === 0) break;
    kept = kept.slice(0, Math.min(kept.length - 1, Math.floor((kept.length * limit) / tokens)));
  }
  return nothing(limit, count);
}

function nothing(limit: number, count: Counter): string {
  return count.text('…') <= limit ? '…' : '';
}

/** Share of a shortened output that is its beginning: it says what it is. */
const BEGINNING = 0.15;

/** What a tool printed, where that is all there is: its first lines and the telling ones, in order. */
function printedAlone(units: readonly Unit[], coverage: Coverage, limit: number, count: Counter): string {
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
