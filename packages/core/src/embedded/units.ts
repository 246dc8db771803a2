import type { Found } from '../evidence/found.ts';
import { LISTS, listOf, oneLine, USER_MARK } from '../evidence/ledger-format.ts';
import { readLedger } from '../evidence/ledger-read.ts';
import type { Passage } from '../evidence/passage.ts';
import { isProse, sentencesOf } from '../evidence/sentences.ts';
import { DEMAND } from '../evidence/statements.ts';
import { SECTIONS } from '../prompts.ts';
import { factsByPlace } from './facts-by-place.ts';
import { remarksOf } from './remarks.ts';
import { isRequest } from './request.ts';
import { sectionOf } from './section-of.ts';
import { CONTEXT, DECISIONS, KEY_POINTS, type Section, TECHNICAL, UNRESOLVED, type Unit } from './unit.ts';

/** Passages as units, in order, given what was found in each. */
export function unitsOf(passages: readonly Passage[], found: readonly (readonly Found[])[]): readonly Unit[] {
  const units: Unit[] = [];
  const asks = ({ voice, text }: Passage) => voice === 'user' && isRequest(text);
  const firstRequest = passages.findIndex(asks);
  const lastRequest = passages.findLastIndex(asks);
  passages.forEach((passage, index) => {
    const facts = found[index] ?? [];
    const request = index === firstRequest || index === lastRequest;
    if (passage.voice === 'user' || passage.voice === 'assistant') {
      said(passage.text, index, facts, { byUser: passage.voice === 'user', request, last: index === lastRequest }, units);
    } else if (passage.voice === 'record') recorded(passage.text, index, facts, units);
    else {
      stated(index, facts, units);
      remarksOf(passage, index, facts, units);
    }
  });
  return units;
}

interface Said {
  readonly byUser: boolean;
  /** The first or the latest request. */
  readonly request: boolean;
  readonly last: boolean;
}

const COMPLETE = /[.!?。！？]["'”’)\]*_`]*$/u;
const FENCE = /^\s{0,3}(?:```|~~~)/u;
const LONGEST_CODE = 1_200;
const HEADING = /^#{1,6}\s/u;
const TAGS = /<[^<>]{1,80}>/gu;

/** True for signs and tags with no words between them. */
function isEmpty(words: string): boolean {
  return !/[\p{L}\p{N}]{2}/u.test(words.startsWith('<') ? words.replace(TAGS, '') : words);
}

function said(text: string, passage: number, found: readonly Found[], { byUser, request, last }: Said, units: Unit[]): void {
  const facts = factsByPlace(found);
  for (const piece of piecesOf(text)) {
    const inside = facts(piece.start, piece.end);
    const words = piece.code ? text.slice(piece.start, piece.end) : oneLine(text.slice(piece.start, piece.end));
    if (!piece.code && (isEmpty(words) || (!byUser && HEADING.test(words)))) continue;
    const demand = byUser && inside.some(isDemand);
    const section = piece.code ? TECHNICAL : request ? CONTEXT : sectionOf(inside, byUser);
    units.push({
      section,
      text: words,
      passage,
      place: piece.start,
      byUser,
      must: demand ? 'demand' : last ? 'request' : null,
      voice: piece.code ? CODE_VOICE : byUser ? userVoice(words) : assistantVoice(words, inside.length > 0),
      facts: inside,
    });
  }
}

const CODE_VOICE = 0.35;
/** A shorter sentence that names nothing leads to another one. */
const SHORTEST_TELLING = 32;

/** What people say of themselves and their plans counts most; what they paste, and what an agent puts into their turn, less. */
function userVoice(words: string): number {
  if (!isRequest(words)) return 0.2;
  return isProse(words) ? 2.5 : 1.5;
}

/** Whole sentences count most, code least; what only announces something is little worth without it. */
function assistantVoice(words: string, tells: boolean): number {
  if (!tells && isProse(words) && words.length < SHORTEST_TELLING) return 0.4;
  if (isProse(words)) return COMPLETE.test(words) ? 1.1 : /[:：]["'*_`]*$/u.test(words) ? 0.6 : 0.9;
  if (/^\P{L}*\p{L}[\p{L}'’]*(?: [\p{L}'’]+)?[.!…]*$/u.test(words)) return 0.2;
  return /[{}]|=>|;$/u.test(words) ? 0.15 : 0.5;
}

/** Wishes are weighed like everything else; what must, must never or must always be is taken first. */
function isDemand({ kind, weight }: Found): boolean {
  return kind === 'directive' && weight >= DEMAND;
}

/** Sentences and fenced code of a text. */
function* piecesOf(text: string): Generator<{ start: number; end: number; code: boolean }> {
  let prose = 0;
  let code = -1;
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    if (FENCE.test(text.slice(from, Math.min(end, from + 8)))) {
      if (code < 0) {
        yield* sentences(text, prose, from);
        code = from;
      } else {
        if (end - code <= LONGEST_CODE) yield { start: code, end, code: true };
        code = -1;
        prose = end;
      }
    }
    from = end + 1;
  }
  yield* sentences(text, code < 0 ? prose : code, text.length);
}

function* sentences(text: string, from: number, to: number): Generator<{ start: number; end: number; code: boolean }> {
  for (const { start, end } of sentencesOf(text.slice(from, to))) yield { start: from + start, end: from + end, code: false };
}

/** Lists of a ledger that are sentences, and the heading they belong under. */
const LISTED_SECTION: ReadonlyMap<string, Section> = new Map<string, Section>([
  [LISTS.decisions, DECISIONS],
  [LISTS.questions, UNRESOLVED],
  [LISTS.facts, TECHNICAL],
]);
/** Rows of names are facts, not lines; attachments are listed anew under every record. */
const NO_LINES = new Set<string>([LISTS.names, '## Attachments']);

/** Lines of an earlier record keep the heading they stood under. Its lists are facts, not lines. */
function recorded(text: string, passage: number, found: readonly Found[], units: Unit[]): void {
  let section: Section = KEY_POINTS;
  let silent = false;
  let at = 0;
  const facts = factsByPlace(found.filter(({ kind }) => kind !== 'command' && kind !== 'error'));
  const prose = readLedger(text).prose;
  for (const line of text.split('\n')) {
    const from = at;
    at += line.length + 1;
    if (line.startsWith('#')) {
      const heading = SECTIONS.findIndex((name) => line === `## ${name}`);
      section = LISTED_SECTION.get(line) ?? (heading >= 0 ? (heading as Section) : section);
      silent = NO_LINES.has(line);
    }
    if (silent) continue;
    const byUser = line.startsWith(USER_MARK);
    const skip = byUser ? USER_MARK.length : (/^\s{0,8}[-*•]\s/u.exec(line)?.[0].length ?? 0);
    for (const stretch of sentencesOf(prose.slice(from + skip, from + line.length))) {
      const place = from + skip + stretch.start;
      const sentence = prose.slice(place, from + skip + stretch.end);
      const inside = facts(place, place + sentence.length);
      const must = byUser && inside.some(isDemand) ? 'demand' : null;
      units.push({ section, text: sentence, passage, place, byUser, must, voice: byUser ? 1.5 : 1.2, facts: inside });
    }
  }
}

/** A value that is stated is short and seldom said twice: it counts for more than a sentence around it. */
const STATED_VOICE = 3;

/** Of what goes into tools and comes out of them, sentences that state something. */
function stated(passage: number, found: readonly Found[], units: Unit[]): void {
  for (const fact of found) {
    if ((fact.kind !== 'id' && fact.kind !== 'number') || listOf(fact) !== 'facts') continue;
    units.push({
      section: TECHNICAL,
      text: fact.text,
      passage,
      place: fact.at,
      byUser: false,
      must: null,
      voice: STATED_VOICE,
      facts: [fact],
    });
  }
}
