import { commandOf } from '../evidence/commands.ts';
import { eachString } from '../evidence/find-in-passage.ts';
import type { Found } from '../evidence/found.ts';
import { oneLine } from '../evidence/ledger-format.ts';
import { namesIn } from '../evidence/names.ts';
import type { Passage } from '../evidence/passage.ts';
import { isProse, sentencesOf } from '../evidence/sentences.ts';
import { isOrder } from '../evidence/statements.ts';
import { factsByPlace } from './facts-by-place.ts';
import { sectionOf } from './section-of.ts';
import { TECHNICAL, type Unit } from './unit.ts';

/** Where a search found a line, its number, and the mark of a comment or list before its words. */
const GUTTER =
  /^(?:[\w.@/\\-]{1,200}[:-]\d{1,6}[:-])?\s{0,40}(?:L?\d{1,6} ?[→|│:\t]\s{0,40})?((?:\/\/+!?|\/?\*+|#+|--+|;;+|%+|"""|<!--|[-+>•*|])?)\s{0,40}/u;
const SHORTEST_LINE = 16;
const LONGEST_LINE = 1_000;
const FEWEST_WORDS = 6;
const COMPLETE = /[.!?。！？]["'”’)\]*_`]*$/u;
/** Where a sentence can begin: not in the middle of one. */
const BEGINS = /^["'“‘(`*_[]*[^\p{Ll}\s"'“‘(`*_[]/u;

/** Whole sentences of people inside what tools are given and answer: plans, descriptions, documents, remarks in code. */
export function remarksOf(passage: Passage, index: number, found: readonly Found[], units: Unit[]): void {
  if (passage.voice === 'call') {
    for (const text of wordsGiven(passage)) remarksIn(text, { index, voice: 0.6, call: true, facts: () => [] }, units);
  } else remarksIn(passage.text, { index, voice: 0.4, call: false, facts: factsByPlace(found) }, units);
}

interface Source {
  readonly index: number;
  readonly voice: number;
  readonly call: boolean;
  readonly facts: (start: number, end: number) => readonly Found[];
}

function remarksIn(text: string, { index, voice, call, facts }: Source, units: Unit[]): void {
  for (const { start, words } of blocksOf(text)) {
    for (const stretch of sentencesOf(words)) {
      const sentence = oneLine(words.slice(stretch.start, stretch.end));
      if (!isRemark(sentence)) continue;
      const place = start + stretch.start;
      const inside = [...facts(place, start + stretch.end), ...idsIn(sentence)];
      if (inside.some(({ kind }) => kind === 'error') || isOrder(sentence)) continue;
      const section = call ? sectionOf(inside, false) : TECHNICAL;
      units.push({ section, text: sentence, passage: index, place, byUser: false, must: null, voice, facts: inside });
    }
  }
}

function isRemark(sentence: string): boolean {
  return (
    COMPLETE.test(sentence) &&
    BEGINS.test(sentence) &&
    sentence.split(' ', FEWEST_WORDS).length >= FEWEST_WORDS &&
    isProse(sentence)
  );
}

/** Lines of prose that stand together behind the same mark, the marks blanked, so that wrapped sentences come out whole. */
function* blocksOf(text: string): Generator<{ readonly start: number; readonly words: string }> {
  let start = 0;
  let words = '';
  let mark = '';
  for (let at = 0; at <= text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const gutter = maybeWords(text, at, end, words !== '') ? GUTTER.exec(text.slice(at, end)) : null;
    const skip = gutter?.[0].length ?? 0;
    const goesOn = words !== '' && gutter !== null && gutter[1] === mark && !POINTS.has(mark);
    if (words !== '' && !goesOn) {
      yield { start, words };
      words = '';
    }
    if (gutter !== null) {
      const line = ' '.repeat(skip) + text.slice(at + skip, end);
      if (goesOn) words += `\n${line}`;
      else {
        start = at;
        words = line;
        mark = gutter[1] ?? '';
      }
    }
    at = end + 1;
  }
  if (words !== '') yield { start, words };
}

/** Marks of which each opens a point of its own. */
const POINTS: ReadonlySet<string> = new Set(['-', '+', '•', '|', '>']);

/** A cheap first look: a line has as many blanks as a sentence needs, or few where it may end a wrapped one. */
function maybeWords(text: string, from: number, end: number, inside: boolean): boolean {
  const length = end - from;
  if (length > LONGEST_LINE || length < (inside ? 4 : SHORTEST_LINE)) return false;
  const wanted = inside ? 1 : 3;
  let blanks = 0;
  for (let at = end - 1; at > from; at--) {
    if (text.charCodeAt(at) === 32 && text.charCodeAt(at - 1) > 32 && ++blanks >= wanted) return true;
  }
  return false;
}

/** What a call was given in words: the command it runs is listed elsewhere. */
function wordsGiven({ name = '', input, text }: Passage): readonly string[] {
  const given: string[] = [];
  const runs = commandOf(name, input ?? text) !== null;
  eachString(input ?? text, (words, key) => {
    if (!(runs && (key === '' || /^(?:command|cmd|script|code)$/u.test(key)))) given.push(words);
  });
  return given;
}

/** Ids and versions a remark names: in what people wrote they mean something, unlike in a listing. */
function idsIn(sentence: string): readonly Found[] {
  return namesIn(sentence, false)
    .filter(({ kind }) => kind === 'id' || kind === 'version')
    .map(({ kind, text, at }) => ({ kind, text, at, weight: 4 }));
}
