import { nameBefore } from './assigned-name.ts';
import { LONGEST_KEY, LONGEST_VALUE } from './assigned-signs.ts';
import { valueAfter } from './assigned-value.ts';
import type { EvidenceKind } from './item.ts';

/** Something that is given a value, such as `retry_budget: 4812` or `"tenant": "k7-22a"`, as it was written. */
export interface Assigned {
  readonly kind: EvidenceKind;
  readonly text: string;
  readonly at: number;
  /** How much the value stands out, 0 to 4: by how unlike a word it is, less among many that are as odd. */
  readonly odd: number;
}

/** A name given more values than this in one text is a column or a field of every row. */
const MOST_VALUES = 2;

/** What a text gives a value to, in order: the oddest values, at most `most` of them. One walk, whatever the text. */
export function assignedIn(text: string, most: number): readonly Assigned[] {
  const found: Pair[] = [];
  const values = new Map<string, number>();
  eachSign(text, (at, sign) => {
    const pair = pairAround(text, at, sign);
    if (pair === null) return;
    values.set(pair.key, (values.get(pair.key) ?? 0) + 1);
    found.push(pair);
  });
  const single = found.filter(({ key }) => (values.get(key) ?? 0) <= MOST_VALUES);
  const kept = single.length <= most ? single : oddest(single, most);
  const crowd = crowding(single);
  return kept.map(({ start, end, odd }) => {
    const words = text.slice(start, end);
    return { kind: assignedKind(words), text: words, at: start, odd: Math.max(0, odd - crowd(odd)) };
  });
}

const SIGNS = [':', '=', '|', '：'] as const;

/** Visits every sign behind which a value may stand, in order. */
function eachSign(text: string, visit: (at: number, sign: number) => void): void {
  const next = SIGNS.map((sign) => text.indexOf(sign, 1));
  for (;;) {
    let first = -1;
    for (let which = 0; which < next.length; which++) {
      const at = next[which] as number;
      if (at >= 0 && (first < 0 || at < (next[first] as number))) first = which;
    }
    if (first < 0) return;
    const at = next[first] as number;
    visit(at, text.charCodeAt(at));
    next[first] = text.indexOf(SIGNS[first] as string, at + 1);
  }
}

/** Where something is given a value. */
interface Pair {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly odd: number;
}

const FEW = 6;
const MANY = 10;

/** How much less a value stands out in a text where many are as odd as it is: such a text is source or data. */
function crowding(found: readonly Pair[]): (odd: number) => number {
  const atLeast = [0, 0, 0, 0, 0];
  for (const { odd } of found) for (let level = 0; level <= odd; level++) atLeast[level] = (atLeast[level] ?? 0) + 1;
  return (odd) => ((atLeast[odd] ?? 0) > MANY ? 2 : (atLeast[odd] ?? 0) > FEW ? 1 : 0);
}

function oddest(found: readonly Pair[], most: number): readonly Pair[] {
  const chosen = new Set([...found].sort((a, b) => b.odd - a.odd || a.start - b.start).slice(0, most));
  return found.filter((pair) => chosen.has(pair));
}

const SIGN = /[:=|：]/u;
const WRITTEN =
  /^(?:"[\p{L}_][^"\n]{1,39}"|'[\p{L}_][^'\n]{1,39}'|[\p{L}_][\p{L}\p{N}_.-]*(?: [\p{L}\p{N}_.-]+){0,3}) {0,8}[:=：|] ?["'`]?(\S.{0,70})$/u;

/** The name in what is written as one thing with its value; null where nothing is given one. */
export function assignedName(text: string): string | null {
  const match = text.length <= LONGEST_KEY + LONGEST_VALUE + 8 && SIGN.test(text) ? WRITTEN.exec(text) : null;
  if (match === null) return null;
  return text.slice(0, text.length - (match[1] as string).length).replace(/^["']|["'`:=：|\s]+$/gu, '');
}

/** What kind of fact a value is. */
export function assignedKind(text: string): EvidenceKind {
  return /[:=：|]\s?["'`]?[$€£¥]?\d[\d.,]*(?:\s?(?:%|\p{L}{1,5}))?["'`]?$/u.test(text) ? 'number' : 'id';
}

function pairAround(text: string, sign: number, unit: number): Pair | null {
  const value = valueAfter(text, sign, unit);
  if (value === null) return null;
  const key = nameBefore(text, sign);
  return key === null ? null : { key: key.name, start: key.start, end: value.end, odd: value.odd };
}
