import type { Found } from '../evidence/found.ts';
import { USER_MARK } from '../evidence/ledger-format.ts';
import { readLedger } from '../evidence/ledger-read.ts';
import { namesIn } from '../evidence/names.ts';
import type { Passage } from '../evidence/passage.ts';
import { isProse, sentencesOf } from '../evidence/sentences.ts';
import { DEMAND, isOrder } from '../evidence/statements.ts';
import type { Json } from '../message.ts';
import { SECTIONS } from '../prompts.ts';
import { CONTEXT, DECISIONS, KEY_POINTS, type Section, TECHNICAL, UNRESOLVED, type Unit } from './unit.ts';

/** Passages as units, in order, given what was found in each. */
export function unitsOf(passages: readonly Passage[], found: readonly (readonly Found[])[]): readonly Unit[] {
  const units: Unit[] = [];
  const firstRequest = passages.findIndex(({ voice }) => voice === 'user');
  const lastRequest = passages.findLastIndex(({ voice }) => voice === 'user');
  passages.forEach((passage, index) => {
    const facts = found[index] ?? [];
    const request = index === firstRequest || index === lastRequest;
    if (passage.voice === 'user' || passage.voice === 'assistant') {
      said(passage.text, index, facts, { byUser: passage.voice === 'user', request, last: index === lastRequest }, units);
    } else if (passage.voice === 'record') recorded(passage.text, index, facts, units);
    else {
      stated(index, facts, units);
      aside(passage, index, facts, units);
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

const FENCE = /^\s{0,3}(?:```|~~~)/u;
const LONGEST_CODE = 1_200;

function said(text: string, passage: number, found: readonly Found[], { byUser, request, last }: Said, units: Unit[]): void {
  const facts = factsByPlace(found);
  for (const piece of piecesOf(text)) {
    const inside = facts(piece.start, piece.end);
    const words = text.slice(piece.start, piece.end);
    if (!piece.code && !/[\p{L}\p{N}]{2}/u.test(words)) continue;
    const demand = byUser && inside.some(isDemand);
    const section = piece.code ? TECHNICAL : request ? CONTEXT : sectionOf(inside, byUser);
    units.push({
      section,
      text: words,
      passage,
      place: piece.start,
      byUser,
      must: demand ? 'demand' : last ? 'request' : null,
      voice: byUser ? 1.5 : piece.code ? 0.35 : isProse(words) ? (COMPLETE.test(words) ? 1.1 : 0.9) : 0.5,
      facts: inside,
    });
  }
}

/** Wishes are weighed like everything else; what must, must never or must always be is taken first. */
function isDemand({ kind, weight }: Found): boolean {
  return kind === 'directive' && weight >= DEMAND;
}

function sectionOf(facts: readonly Found[], byUser: boolean): Section {
  if (facts.some(({ kind }) => kind === 'directive')) return KEY_POINTS;
  if (facts.some(({ kind }) => kind === 'question')) return UNRESOLVED;
  if (!byUser && facts.some(({ kind, weight }) => kind === 'decision' && weight > 4)) return DECISIONS;
  return facts.some(({ kind }) => kind === 'path' || kind === 'error' || kind === 'version' || kind === 'identifier')
    ? TECHNICAL
    : KEY_POINTS;
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

/** Lines of an earlier record keep the heading they stood under. Its lists are facts, not lines. */
function recorded(text: string, passage: number, found: readonly Found[], units: Unit[]): void {
  let section: Section = KEY_POINTS;
  let attachments = false;
  let at = 0;
  const facts = factsByPlace(found.filter(({ kind }) => kind !== 'command' && kind !== 'error'));
  const prose = readLedger(text).prose;
  for (const line of text.split('\n')) {
    const from = at;
    at += line.length + 1;
    if (line.startsWith('## ')) {
      const heading = SECTIONS.findIndex((name) => line === `## ${name}`);
      if (heading >= 0) section = heading as Section;
      attachments = line === '## Attachments';
    }
    // They are listed anew under every record.
    if (attachments) continue;
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

/** Of what goes into tools and comes out of them, sentences that state something. */
function stated(passage: number, found: readonly Found[], units: Unit[]): void {
  for (const fact of found) {
    if ((fact.kind !== 'id' && fact.kind !== 'number') || fact.text.split(' ', 5).length < 5) continue;
    units.push({
      section: TECHNICAL,
      text: fact.text,
      passage,
      place: fact.at,
      byUser: false,
      must: null,
      voice: 1,
      facts: [fact],
    });
  }
}

/** Characters of line numbers and comment marks before words in a listing. */
const GUTTER = /^\s*(?:\d{1,6}[→|:\t]\s*)?(?:\/\/+|\/?\*+|#+|--|;;|"""|<!--|[-+>•*|])?\s*/u;
const FEWEST_WORDS = 6;
const LONGEST_LINE = 1_000;

const COMPLETE = /[.!?。！？]["'”’)\]*_`]*$/u;

/** Words of people inside what tools are given and answer: plans, descriptions, documents, remarks. */
function aside({ voice, text, input }: Passage, passage: number, found: readonly Found[], units: Unit[]): void {
  const facts = voice === 'call' ? () => [] : factsByPlace(found);
  let at = 0;
  for (const line of voice === 'call' ? linesOf(input ?? text) : text.split('\n')) {
    const start = at;
    at += line.length + 1;
    if (line.length < 24 || line.length > LONGEST_LINE || !manyBlanks(line)) continue;
    const skip = GUTTER.exec(line)?.[0].length ?? 0;
    for (const stretch of sentencesOf(line.slice(skip))) {
      const sentence = line.slice(skip + stretch.start, skip + stretch.end);
      if (sentence.split(' ', FEWEST_WORDS).length < FEWEST_WORDS || !isProse(sentence)) continue;
      const place = start + skip + stretch.start;
      const inside = [...facts(place, place + sentence.length), ...idsIn(sentence)];
      if (inside.some(({ kind }) => kind === 'error') || isOrder(sentence)) continue;
      const section = voice === 'call' ? sectionOf(inside, false) : TECHNICAL;
      units.push({
        section,
        text: sentence,
        passage,
        place,
        byUser: false,
        must: null,
        voice: (voice === 'call' ? 0.6 : 0.4) * (COMPLETE.test(sentence) ? 1 : 0.4),
        facts: inside,
      });
    }
  }
}

/** Ids and versions a remark names: in what people wrote they mean something, unlike in a listing. */
function idsIn(sentence: string): readonly Found[] {
  return namesIn(sentence, false)
    .filter(({ kind }) => kind === 'id' || kind === 'version')
    .map(({ kind, text, at }) => ({ kind, text, at, weight: 4 }));
}

/** A cheap first look: sentences of this many words have this many blanks. */
function manyBlanks(line: string): boolean {
  let blanks = 0;
  for (let at = line.length - 1; at > 0; at--) {
    if (line.charCodeAt(at) === 32 && line.charCodeAt(at - 1) > 32 && ++blanks >= FEWEST_WORDS - 1) return true;
  }
  return false;
}

/** Lines of all strings in a call's input. */
function linesOf(input: Json, depth = 0): readonly string[] {
  if (typeof input === 'string') return input.split('\n');
  if (input === null || typeof input !== 'object' || depth > 8) return [];
  return Object.values(input).flatMap((value) => linesOf(value ?? null, depth + 1));
}

/** The facts that begin inside a stretch; stretches must come in order. */
function factsByPlace(found: readonly Found[]): (start: number, end: number) => readonly Found[] {
  const inOrder = [...found].sort((a, b) => a.at - b.at);
  let next = 0;
  return (start, end) => {
    while (next < inOrder.length && (inOrder[next] as Found).at < start) next++;
    const first = next;
    while (next < inOrder.length && (inOrder[next] as Found).at < end) next++;
    return inOrder.slice(first, next);
  };
}
