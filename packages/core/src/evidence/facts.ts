import type { EvidenceKind } from './item.ts';

/** A statement that gives something a name or a number. */
export interface StatedFact {
  readonly kind: EvidenceKind;
  readonly text: string;
  readonly at: number;
}

const LINKS = [' is ', ' are ', ' was ', ' were ', ' equals ', ' named ', ' called ', ' set to ', ' moved to '];
const BACK = 160;
const VALUE = /^["'`]?([\p{L}\p{N}][\p{L}\p{N}_.:/@#-]{1,79})["'`]?/u;
const SPECIAL = /\d|[_@#]|-[^-]+-|[a-z][A-Z]/u;
/** The mark of a list it stands in. */
const POINT = /^\s*(?:[-*•>]|\d{1,3}[.)])\s+/u;
const WORDS = /[\p{L}]{2,}/gu;

/** Statements like “The port of staging is 8431.” in a text of any kind, found without reading all of it word by word. */
export function statedFacts(text: string): readonly StatedFact[] {
  const found: StatedFact[] = [];
  for (const link of LINKS) {
    let floor = 0;
    for (let at = text.indexOf(link); at >= 0; at = text.indexOf(link, at + link.length)) {
      const fact = factAround(text, floor, at, at + link.length);
      if (fact !== null) found.push(fact);
      floor = at + link.length;
    }
  }
  return found;
}

/** What the words around a link state; it begins behind the link before it. */
function factAround(text: string, floor: number, link: number, after: number): StatedFact | null {
  const value = VALUE.exec(text.slice(after, after + 96));
  const bare = value?.[1]?.replace(/[.:]+$/u, '');
  if (value === null || bare === undefined || !SPECIAL.test(bare)) return null;
  const end = after + value[0].length;
  const next = text.charAt(end);
  if (!value[0].endsWith('.') && next !== '' && !/[.,;!"'`\s)\\]/u.test(next)) return null;
  const begin = startBefore(text, Math.max(floor, link - BACK), link);
  const start = begin + (POINT.exec(text.slice(begin, begin + 12))?.[0].length ?? 0);
  const words = text.slice(start, link).match(WORDS)?.length ?? 0;
  if (words < 2 || text.slice(start, link).length > words * 14) return null;
  const stop = next === '.' ? end + 1 : end;
  const kind = /^[\d.,]+%?$/u.test(bare) ? 'number' : 'id';
  return { kind, text: text.slice(start, stop), at: start };
}

/** Where the statement begins: after the last line break, quote or full stop before it. */
function startBefore(text: string, floor: number, link: number): number {
  for (let at = link - 1; at >= floor; at--) {
    const sign = text.charCodeAt(at);
    if (sign === 10 || sign === 34 || sign === 96 || sign === 124) return at + 1;
    if ((sign === 32 || sign === 9) && at > floor && ENDING.has(text.charAt(at - 1))) return at + 1;
  }
  return floor === 0 ? 0 : text.indexOf(' ', floor) + 1;
}

const ENDING = new Set('.:;!?→#/*');
