import type { Json } from '../message.ts';
import { SECTIONS } from '../prompts.ts';
import type { Outcome, Unit, UnitKind } from './item.ts';
import { LISTS, type ListName, oneLine, RAN, RAN_AND_FAILED, USER_MARK } from './ledger.ts';
import { commandOf, errorLine, errorWeight, firstErrorLine, invocationOf, isFileTool, outcomeOf } from './outcomes.ts';
import { isTalkOfTwo, type Passage } from './passage.ts';
import { DEMAND, isAnnouncement, isOrder, isProse, REASON, sentencesOf, statementKind } from './sentences.ts';
import { isCode } from './words.ts';

/** Longer lines are cut where a field, a clause or a word ends. */
const LONGEST = 300;
const SHORTEST = 4;
/** Shorter lines of programs tell nobody what they do. */
const SHORTEST_CODE = 20;
const GUTTER =
  /^\s{0,12}(?:L?\d{1,6}(?: {1,4}\d{1,6})?(?: {0,4}[→|│]|\t| {2}|:(?=[\s/<#{(])|-(?=[\t/<#]))|[│|>] ?(?=\S))(?:[ \t]{0,2}[│|+-](?=\s))?\s{0,8}/u;
/** What says nothing by itself: the head of a patch, a tag alone or around how a command ended, a heading, words in bold that lead to others. */
const FRAGMENT =
  /^(?:diff --git .*|index [0-9a-f]{4,40}\.\.[0-9a-f]{4,40}.*|(?:\+\+\+|---) [ab/].*|@@ .*|<\/?[\w-]{1,40}>|<[\w-]{1,24}>-?\d{1,4}<\/[\w-]{1,24}>|#{2,6}\s[\p{L} ]{0,40}|(?:\d{1,3}\. )?\*\*[\p{L} ]{1,40}:?\*\*:?)$/u;
/** Settings of a call that say how much of something is shown. */
const EXTENT =
  /^(?:limit|offset|timeout|from|to|count|depth|page|lines?|context|-[A-Z]|(?:max|min|start|end|head|tail|num)\w*|\w*_(?:limit|lines|ms|count|tokens))$/iu;
/** A few words that name nothing: “Hey there!”, “Haha, no way!”. */
const GREETING = /^[\p{L}'’]+(?:,? [\p{L}'’]+){0,2}[.!…]*$/u;
const FENCE = /^[ \t]{0,12}(?:```|~~~)/u;

/** The units of some passages, in order. What was shown before is no unit again, unless a person says it. */
export function unitsOf(passages: readonly Passage[]): readonly Unit[] {
  const units: Unit[] = [];
  const shown = new Map<string, number>();
  const outcomes = outcomesOf(passages);
  const ofTwo = isTalkOfTwo(passages);
  for (const [index, passage] of passages.entries()) {
    const add: Add = (text, voice, place, kind = 'fact', more = {}) => {
      if (text.length < (voice === 'code' ? SHORTEST_CODE : SHORTEST) || !/[\p{L}\p{N}]/u.test(text) || FRAGMENT.test(text))
        return;
      const key = kind === 'command' ? `\n${text}` : text.replace(/(?<![.!?…\s])[.!?…\s]+$/u, '');
      const known = shown.get(key);
      // Of what is said again, the newest stands where it is a command with its latest outcome, or a person who says it.
      const own = more.byPerson === true && units[known ?? -1]?.byPerson !== true;
      const times = 1 + (known === undefined ? 0 : (units[known]?.times ?? 1));
      if (known !== undefined && kind !== 'command' && !own) {
        if (voice === 'user' || voice === 'assistant') units[known] = { ...(units[known] as Unit), times };
        return;
      }
      if (known !== undefined) units[known] = { ...(units[known] as Unit), kind: 'fact', text: '' };
      shown.set(key, units.length);
      units.push({ kind, text, voice, passage: index, place: (passage.from ?? 0) + place, times, ...more });
    };
    if (passage.voice === 'call') addCall(passage, outcomes.get(passage.id ?? '') ?? 'ok', add);
    else if (passage.voice === 'result' || passage.voice === 'error') addOutput(passage, add);
    else if (passage.voice === 'record') addRecord(passage.text, add);
    else addTalk(passage, add, ofTwo);
  }
  return units.filter(({ text }) => text !== '');
}

type Add = (
  text: string,
  voice: Unit['voice'],
  place: number,
  kind?: UnitKind,
  more?: Pick<Unit, 'outcome' | 'byPerson' | 'heading' | 'clause'>,
) => void;

function outcomesOf(passages: readonly Passage[]): ReadonlyMap<string, Outcome> {
  const outcomes = new Map<string, Outcome>();
  for (const { voice, id, text, outcome } of passages) {
    if (id !== undefined && (voice === 'result' || voice === 'error'))
      outcomes.set(id, outcome ?? outcomeOf(text, voice === 'error'));
  }
  return outcomes;
}

/** Sentences of talk, and the lines of code in it. */
function addTalk({ text, voice, doubt }: Passage, add: Add, ofTwo: boolean): void {
  let prose = 0;
  let code = -1;
  const byUser = voice === 'user' && doubt !== true;
  const sentences = (from: number, to: number) => {
    for (const { start, end } of sentencesOf(text.slice(from, to))) {
      const line = oneLine(text.slice(from + start, from + end));
      if (voice !== 'user' && FRAGMENT.test(line)) continue;
      const sentence = bare(line);
      const said = kindOf(sentence, byUser);
      // Of two who talk none wishes what the other is to hold to.
      const kind = ofTwo && said === 'wish' ? 'fact' : said;
      if (kind === 'fact' && GREETING.test(sentence)) continue;
      // Code that a person put into a turn is nobody's words.
      const isPasted = voice === 'user' && kind === 'fact' && !isProse(sentence) && isCode(sentence);
      if (isPasted) {
        add(sentence, 'code', from + start);
        continue;
      }
      const more = voice === 'user' ? { byPerson: byUser } : {};
      if (!ofTwo || kind !== 'fact') add(sentence, voice, from + start, kind, more);
      else
        for (const clause of clausesOf(sentence))
          add(clause.replace(/[,;—–]$/u, ''), voice, from + start + sentence.indexOf(clause), kind, { ...more, clause: true });
    }
  };
  for (let at = 0; at <= text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    if (FENCE.test(text.slice(at, at + 15))) {
      if (code < 0) {
        sentences(prose, at);
        code = end + 1;
      } else {
        addLines(text.slice(code, at), 'code', code, add);
        code = -1;
        prose = end + 1;
      }
    }
    at = end + 1;
  }
  if (code < 0) sentences(prose, text.length);
  else addLines(text.slice(code), 'code', code, add);
}

/** Words of a clause that can stand by itself. */
const CLAUSE = 4;
/** Behind a comma or a dash, or before a word that joins two clauses where the next one names who it is about. */
const BETWEEN_CLAUSES =
  /(?<=[,;—–]) (?=\S)| (?=(?:and|but|so|because|while|though|when) (?:I|you|he|she|it|we|they|this|that|there|my|your|our|his|her|their|the|everyone|everybody|nobody|now|then)(?:['’]\p{L}+)? )/u;

/** What a sentence of talk tells, clause by clause: one of them is mostly what a friend remembers. */
function clausesOf(sentence: string): readonly string[] {
  const clauses: string[] = [];
  for (const piece of sentence.split(BETWEEN_CLAUSES)) {
    const before = clauses.at(-1);
    const stands = before !== undefined && before.split(' ').length >= CLAUSE && piece.split(' ').length >= CLAUSE;
    if (before === undefined || stands) clauses.push(piece);
    else clauses[clauses.length - 1] = `${before} ${piece}`;
  }
  return clauses;
}

/** A sentence without the mark of the list it stood in. */
function bare(sentence: string): string {
  return sentence.replace(/^(?:[-*•>]|\d{1,3}[.)])\s{1,4}(?=\S)|^#{1,6}\s/u, '');
}

function kindOf(sentence: string, byUser: boolean): UnitKind {
  const statement = statementKind(sentence, byUser);
  if (statement === null) return 'fact';
  if (statement.kind === 'directive') return statement.weight === DEMAND ? 'order' : 'wish';
  if (statement.kind === 'question') return 'question';
  if (sentence.endsWith(':') || isAnnouncement(sentence)) return 'fact';
  return statement.weight >= 5 ? 'decision' : REASON.test(sentence) ? 'reason' : 'fact';
}

function addCall({ name = '', input, text }: Passage, outcome: Outcome, add: Add): void {
  const command = commandOf(name, input ?? text)?.toWellFormed();
  if (command !== undefined) add(oneLine(command), 'call', 0, 'command', { outcome });
  else if (!isFileTool(name)) add(oneLine(invocationOf(name, input ?? text).toWellFormed()), 'call', 0, 'command', { outcome });
  const visit = (value: Json, key: string, depth: number): void => {
    if (value === null || depth > 12) return;
    if (typeof value === 'object') {
      for (const [name, inner] of Object.entries(value)) visit(inner ?? null, Array.isArray(value) ? key : name, depth + 1);
      return;
    }
    if (typeof value === 'boolean' || (typeof value === 'number' && EXTENT.test(key))) return;
    const words = String(value).toWellFormed();
    if (words === command) return;
    if (words.includes('\n') || words.length > LONGEST) addLines(words, 'call', 0, add);
    else if (safe(words)) add(key === '' || words.includes(' ') ? words : `${key}: ${words}`, 'call', 0);
  };
  visit(input ?? text, '', 0);
}

function addOutput({ text, voice }: Passage, add: Add): void {
  if (voice === 'error') add(firstErrorLine(text), voice, 0, 'error');
  addLines(text, voice as 'result' | 'error', 0, add);
}

/** What a tool answers is never passed on as an order. */
function safe(line: string): boolean {
  return !isProse(line) || !isOrder(line);
}

function addLines(text: string, voice: Unit['voice'], from: number, add: Add): void {
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = plainLine(text.slice(at, Math.min(end, at + 20_000)).replace(GUTTER, ''));
    const code = voice === 'code' || isCode(line);
    const kind =
      voice !== 'code' && voice !== 'call' && line.length <= LONGEST && HINT.test(line) && errorWeight(line) >= 6
        ? 'error'
        : 'fact';
    if (kind === 'error') add(errorLine(line), voice, from + at, kind);
    else if (line.length <= LONGEST) {
      if (safe(line)) add(line, code ? 'code' : voice, from + at);
    } else for (const [place, piece] of piecesOf(line)) if (safe(piece)) add(piece, code ? 'code' : voice, from + at + place);
    at = end + 1;
  }
}

/** A cheap first look: nothing else is worth asking whether it tells of an error. */
const HINT =
  /err|exce|fail|fatal|panic|traceback|killed|abort|segm|severe|critical|not ok|[✗✘✕✖×●]|^E {2}|HTTP\/|sh: |ld: |curl: |make/iu;
const CONTROL = /\p{Cc}/u;
const ESCAPES = /\p{Cc}\[[\d;?]{0,16}[A-Za-z]|\p{Cc}/gu;

function plainLine(line: string): string {
  return CONTROL.test(line) ? line.replace(ESCAPES, (sign) => (sign === '\t' ? sign : '')).trim() : line.trim();
}

/** A long line in pieces: behind a comma or semicolon, else behind a blank. */
function* piecesOf(line: string): Generator<readonly [number, string]> {
  for (let at = 0; at < line.length; ) {
    let end = Math.min(line.length, at + 200);
    if (end < line.length) {
      const comma = Math.max(...[', ', ',"', '; ', '. '].map((sign) => line.lastIndexOf(sign, end)));
      const blank = line.lastIndexOf(' ', end);
      end = comma > at + 40 ? comma + 1 : blank > at + 40 ? blank + 1 : end;
      if (/[\uDC00-\uDFFF]/.test(line.charAt(end))) end++;
    }
    yield [at, line.slice(at, end).trim()];
    at = end;
  }
}

/** Lists of a record whose lines are read as units of a kind. Names and files are the index', attachments are listed anew. */
const KIND_OF_LIST: Readonly<Partial<Record<ListName, UnitKind>>> = {
  demands: 'order',
  decisions: 'decision',
  questions: 'question',
  errors: 'error',
  failed: 'command',
  worked: 'command',
};
const lists = new Map<string, ListName>(Object.entries(LISTS).map(([name, heading]) => [heading, name as ListName]));
const SILENT: ReadonlySet<string> = new Set([
  LISTS.request,
  LISTS.names,
  LISTS.files,
  LISTS.plan,
  LISTS.standing,
  LISTS.next,
  LISTS.written,
  '## Attachments',
]);
const SECTION_KIND: Readonly<Record<string, UnitKind>> = { [SECTIONS[4]]: 'decision', [SECTIONS[5]]: 'question' };

/** Lines of an earlier record keep the heading they stood under; the user's own words are believed behind their mark alone. */
function addRecord(text: string, add: Add): void {
  let heading = '';
  let section = '';
  let at = 0;
  for (const line of text.split('\n')) {
    const place = at;
    at += line.length + 1;
    if (line.startsWith('#')) {
      heading = line;
      if (line.startsWith('## ')) section = line.slice(3);
      continue;
    }
    if (SILENT.has(heading)) continue;
    const list = lists.get(heading);
    const kind = (list === undefined ? SECTION_KIND[section] : KIND_OF_LIST[list]) ?? 'fact';
    if (list === 'failed' || list === 'worked') {
      add(line, 'record', place, 'command', { outcome: list === 'failed' ? 'failed' : 'ok' });
      continue;
    }
    const failed = line.startsWith(RAN_AND_FAILED);
    if (failed || line.startsWith(RAN)) {
      add(line.slice((failed ? RAN_AND_FAILED : RAN).length), 'record', place, 'command', { outcome: failed ? 'failed' : 'ok' });
      continue;
    }
    if (section === SECTIONS[3] && list === undefined && !(line.startsWith('- ') && isProse(line) && !line.includes(' · '))) {
      for (const piece of line.replace(/^- |^ {2}/u, '').split(' · '))
        add(piece, isCode(piece) ? 'code' : 'record', place, HINT.test(piece) && errorWeight(piece) >= 6 ? 'error' : 'fact', {
          heading: section,
        });
      continue;
    }
    const byPerson = line.startsWith(USER_MARK) || (list === 'demands' && section === 'Evidence');
    const words = line.startsWith(USER_MARK) ? line.slice(USER_MARK.length) : line.replace(/^\s{0,8}[-*•]\s/u, '');
    for (const { start, end } of list === 'errors' ? [{ start: 0, end: words.length }] : sentencesOf(words)) {
      const sentence = words.slice(start, end).replace(/(?<=[^.…])…$/u, '');
      const said = byPerson ? kindOf(sentence, true) : kind === 'order' ? 'fact' : kind;
      const voice = byPerson || !isCode(sentence) ? 'record' : 'code';
      add(sentence, voice, place + start, said, { heading: section, ...(byPerson ? { byPerson } : {}) });
    }
  }
}
