import type { TextCounter } from '../counter.ts';
import type { EvidenceKind } from './item.ts';
import { pathsOfLine, readLedger } from './ledger.ts';
import { eachString } from './outcomes.ts';
import type { Passage } from './passage.ts';
import { FILE_ENDINGS, type OddPath, oddPaths, pathIn } from './paths.ts';
import { DIGIT, finderIn, HYPHEN, INNER_CAPITAL, scanWords, UNDERSCORE } from './words.ts';

/** A name found in running text: a path, an address, a version, an id or an identifier. */
export interface FoundName {
  readonly kind: EvidenceKind;
  readonly text: string;
  readonly at: number;
  /** How sure it is what it is taken for, 1 to 3. */
  readonly sure: number;
}

const LONGEST_RUN = 300;
const ADDRESS = /^https?:\/\/[^\s]{3,}/u;
const VERSION = /^(?:[\w.-]{1,60}@)?v?\d{1,5}\.\d{1,5}(?:\.\d{1,6})(?:[-+.][\w.-]{1,30})?$/u;
const HASH = /^(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}$/u;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;
const TICKET = /^(?:[A-Z][A-Z0-9]{1,9}-\d{1,6}|#\d{1,7}|(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{5,16})$/u;
const ODD_ID = /^(?:[a-z0-9]{1,24}[-_]){1,6}[a-z0-9]{1,24}$/iu;
/** Letters and digits that alternate, as only ids and keys do. */
const LONGEST_MIXED = 40;
const MIXED = /^(?=.*(?:\d[a-z]+\d|[a-z]\d+[a-z]))[a-z0-9]{6,40}$/iu;
const DATE = /^\d{4}-\d{2}-\d{2}$/u;
const MAIL = /^[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{2,24}){1,4}$/u;
const IDENTIFIER = /^[A-Za-z_$][\w$]*(?:(?:\.|::|#)[A-Za-z_$][\w$]*)*$/u;
const TRIM = new Set('.:?&%=+-~');

/** All names in a text. In tool results only paths and addresses are told apart: the rest is too common there. */
export function namesIn(text: string, onlyPaths: boolean): readonly FoundName[] {
  const found: FoundName[] = [];
  const odd = oddPaths(text);
  let next = 0;
  scanWords(text, (from, end, marks) => {
    while (next < odd.length && (odd[next] as OddPath).end <= from) addOdd(odd[next++] as OddPath, found);
    if (next < odd.length && (odd[next] as OddPath).start < end) return;
    const start = from + escapeAt(text, from);
    if (end - start > LONGEST_RUN || end - start < 3) return;
    const run = text.slice(start, end);
    const address = run.indexOf('http');
    if (address >= 0 && ADDRESS.test(run.slice(address))) {
      found.push({ kind: 'url', text: trimmed(run.slice(address)), at: start + address, sure: 3 });
      return;
    }
    if (run.includes('://')) return;
    const path = pathIn(run, marks);
    if (path !== null) found.push({ kind: 'path', text: path.path, at: start + path.skip, sure: path.sure });
    else if (!onlyPaths) {
      const kind = kindOf(trimmed(run), marks);
      if (kind !== null) found.push({ kind, text: trimmed(run), at: start, sure: kind === 'identifier' ? 1 : 2 });
    }
  });
  while (next < odd.length) addOdd(odd[next++] as OddPath, found);
  return found;
}

function addOdd({ path, start, sure }: OddPath, found: FoundName[]): void {
  found.push({ kind: 'path', text: path, at: start, sure });
}

/** 1 where a run begins with the letter of an escape such as `\\n`, as in text inside JSON. */
function escapeAt(text: string, start: number): 0 | 1 {
  if (text.charCodeAt(start - 1) !== 92 || text.charCodeAt(start - 2) === 92) return 0;
  const letter = text.charAt(start);
  return letter === 'n' || letter === 't' || letter === 'r' ? 1 : 0;
}

function kindOf(run: string, marks: number): EvidenceKind | null {
  if (run.length < 3) return null;
  if ((marks & DIGIT) !== 0 && VERSION.test(run)) return 'version';
  if (run.includes('@') && MAIL.test(run)) return 'id';
  if ((marks & DIGIT) !== 0) {
    if (HASH.test(run) || UUID.test(run) || TICKET.test(run) || isMixed(run) || DATE.test(run)) return 'id';
    if ((marks & (HYPHEN | UNDERSCORE)) !== 0 && ODD_ID.test(run) && /[a-z]/iu.test(run)) return 'id';
  } else if ((marks & HYPHEN) !== 0 && /^[a-z0-9]+-[a-z0-9]{1,3}-[a-z0-9]+$/u.test(run)) return 'id';
  return (marks & (INNER_CAPITAL | UNDERSCORE)) !== 0 && run.length <= 80 && IDENTIFIER.test(run) ? 'identifier' : null;
}

function isMixed(run: string): boolean {
  return run.length <= LONGEST_MIXED && MIXED.test(run);
}

function trimmed(run: string): string {
  let end = run.length;
  while (end > 0 && TRIM.has(run.charAt(end - 1))) end--;
  return run.slice(0, end);
}

/** How much it counts who used a name, and how lately; what it costs besides its own tokens. */
const USED = { call: 3, said: 3, shown: 0.5 } as const;
const FADES = 1.5;
const COST = 1.5;
/** Where a name of an earlier record counts as used last, as a share of the way. */
const RECORDED = 0.6;
const SHORTEST = 5;
const LONGEST = 140;
/** A name has a sign inside it, a capital or a digit among small letters: plain words are told, not listed. */
const NAME = /[/_.\-#@:]|\p{Ll}\p{Lu}|\p{L}\d|\d\p{L}/u;
const EDGES = /^[.:?&%=+~-]+(?=\w)|(?<![.:?&%=+~-])[.:?&%=+~-]+$/gu;
/** The number of the line that a search found it in. */
const NUMBERED_LINE = /^\d{1,6}[:-](?=\p{L})/u;
const ESCAPE = /\\[nrt](?!\w*\\)/gu;
const COLOR = /\p{Cc}?\[\d{1,3}(?:;\d{1,3}){0,5}m/gu;
const COLORED = /\[\d{1,3}(?:;\d{1,3}){0,5}m/u;
/** The number of an issue or a pull request in play. */
const NUMBERED = /^(?:#\d{2,6}|[A-Z][A-Z0-9]{1,9}-\d{1,6})$/u;

/** `row.read`: plain words that code joins, which name something only where somebody speaks of it. */
const PLAIN_CHAIN = /^\p{L}\p{Ll}*(?:\.|::|#)\p{L}\p{Ll}*$/u;
/** `well-known`: plain words that a hyphen joins, which name something only where somebody works with it. */
const COMPOUND = /^\p{L}+(?:-\p{L}+)+$/u;
/** `code/docs/tests`: plain words that people join, unless a command names it or a file is in it. */
const JOINED = /^\p{L}+(?:[/-]\p{L}+)*\/?$/u;
const OF_PLAIN = 0.2;
const OF_JOINED = 0.05;
/** Characters of a command; a call that is given more is given a text. */
const COMMAND = 400;

interface Use {
  called: boolean;
  said: boolean;
  used: number;
  shown: number;
  last: number;
}

/** Names of files, functions, settings, issues: those whoever goes on will most likely need, first. */
export function rankedNames(passages: readonly Passage[], count: TextCounter): readonly string[] {
  const names = new Map<string, Use>();
  passages.forEach((passage, index) => {
    const text = bareText(passage.voice === 'call' ? given(passage) : passage.text);
    const seen = new Set<string>();
    const use = (name: string) => {
      if (seen.has(name)) return;
      seen.add(name);
      const known = names.get(name) ?? { called: false, said: false, used: 0, shown: 0, last: 0 };
      if (passage.voice === 'call') {
        known.called ||= text.length <= COMMAND;
        known.used += USED.call;
      } else if (passage.voice === 'result' || passage.voice === 'error') known.shown++;
      else {
        known.said = true;
        known.used += USED.said;
      }
      // What a record carries was chosen before: it is no older than what follows it.
      known.last = Math.max(known.last, passage.voice === 'record' ? passages.length * RECORDED : index);
      names.set(name, known);
    };
    // An earlier record groups files by folder: each counts as it was used.
    if (passage.voice === 'record')
      for (const { kind, text: path } of readLedger(text).items) if (kind === 'path') pathsOfLine(path).forEach(use);
    scanWords(text, (start, end) => {
      // What closes a tag is no path, and what a setting is given no part of its name.
      if (text.charCodeAt(start - 1) === 60) return;
      const run = (text.slice(start, end).split('=', 1)[0] as string).replace(EDGES, '').replace(NUMBERED_LINE, '');
      for (const name of namesOfRun(run)) if (isName(name)) use(name);
    });
  });
  const isFolder = folderFinder(names.keys());
  const scored: { readonly name: string; readonly score: number }[] = [];
  for (const [name, { called, said, used, shown, last }] of names) {
    const isChain = isPlainChain(name);
    if (isChain && !said) continue;
    const known = Math.sqrt(used) + USED.shown * Math.sqrt(shown) + (NUMBERED.test(name) ? 1 : 0);
    const late = Math.exp(FADES * (last / passages.length - 1));
    const isJoined = !called && name.includes('/') && JOINED.test(name) && !isFolder(name);
    const share = isJoined ? OF_JOINED : isChain || (used === 0 && COMPOUND.test(name)) ? OF_PLAIN : 1;
    scored.push({ name, score: (known * late * share) / (count.text(name) + COST) });
  }
  return scored.sort((a, b) => b.score - a.score).map(({ name }) => name);
}

/** Tells whether some joined words are folders: each stands beside the next in the name of a file. */
function folderFinder(names: Iterable<string>): (name: string) => boolean {
  const pairs = new Set<string>();
  for (const name of names) {
    if (!name.includes('/') || !FILE_ENDINGS.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase())) continue;
    for (const pair of pairsOf(name.slice(0, name.lastIndexOf('/')))) pairs.add(pair);
  }
  return (name) => pairsOf(name.replace(/\/$/u, '')).every((pair) => pairs.has(pair));
}

/** The folders of a path and every two that stand beside each other. */
function pairsOf(path: string): readonly string[] {
  const parts = path.split('/');
  return [...parts, ...parts.slice(1).map((part, at) => `${parts[at]}/${part}`)];
}

/** `self`, `this` and the like own names, they are none. */
const OWNER = /^(?:this|self|cls|super)[.:]+/u;
const CHAIN = /^[\p{L}_$][\w$]*(?:(?:\.|::|#)[\p{L}_$][\w$]*)+$/u;

/** The names in a run: a chain such as `view.rowsOf.first` is its own names where it has some; files, routes and all else stay whole. */
function namesOfRun(given: string): readonly string[] {
  const run = given.replace(OWNER, '');
  if (!CHAIN.test(run) || FILE_ENDINGS.has(run.slice(run.lastIndexOf('.') + 1).toLowerCase())) return [run];
  const own = run.split(/\.|::|#/u).filter(isName);
  return own.length > 0 ? own : [run];
}

/** What a call was given; the names of its parameters are the tool's own. */
function given({ text, input = '' }: Passage): string {
  if (typeof input !== 'object') return text;
  const values: string[] = [];
  eachString(input, (value) => values.push(value));
  return values.join('\n');
}

/** Without colors of a terminal and without line ends as JSON writes them: neither is a part of the name behind it. */
function bareText(text: string): string {
  const plain = text.includes('m') && COLORED.test(text) ? text.replace(COLOR, ' ') : text;
  return plain.includes('\\') ? plain.replace(ESCAPE, ' ') : plain;
}

/** `631ms`, `2x`: a measure. */
const MEASURE = /^\d[\d.,]*\p{L}{1,3}$/u;

/** Kinds of content, marks of markup, scripts of an editor, and rules of dashes and dots: they have the signs of names and name nothing. */
const NO_NAME =
  /^(?:text|image|audio|video|font|application|multipart)\/[\w.+-]+$|^[-/.:]*\/\/|[^:]\/\/|\.{3}|^-|--|^s\/|\/d$|(?<!^[A-Za-z]):\/(?!\/)/u;

/** A file of one word, such as `app.ts`, is a name though. */
function isPlainChain(name: string): boolean {
  return PLAIN_CHAIN.test(name) && !FILE_ENDINGS.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

function isName(name: string): boolean {
  if (NUMBERED.test(name)) return true;
  if (MEASURE.test(name) || NO_NAME.test(name)) return false;
  return name.length >= SHORTEST && name.length <= LONGEST && /\p{L}/u.test(name) && NAME.test(name);
}

/** The first of ranked names that fit a budget and stand in no text that is told anyway; a name inside a longer one is told by it. */
export function namesWithin(ranked: readonly string[], budget: number, told: string, count: TextCounter): readonly string[] {
  const taken: string[] = [];
  const within = new Set<string>();
  const isTold = finderIn(told);
  let left = budget;
  for (const name of ranked) {
    if (left < 3) break;
    if (within.has(name) || isTold(name)) continue;
    const tokens = count.text(name) + 1;
    if (tokens > left) continue;
    left -= tokens;
    taken.push(name);
    for (const part of partsOf(name)) within.add(part);
  }
  return taken;
}

/** Signs that part the names inside a name. */
const PARTS = /[/.:#@\\-]+/gu;

/** A name and every run of names inside it. */
function partsOf(name: string): readonly string[] {
  const cuts = [...name.matchAll(PARTS)];
  const starts = [0, ...cuts.map(({ index, 0: sign }) => index + sign.length)];
  const ends = [...cuts.map(({ index }) => index), name.length];
  return starts.flatMap((start) => ends.filter((end) => end > start).map((end) => name.slice(start, end)));
}

/** Share of a stand-in that its index of names may have, and of what it stands for: names are what work goes on with, and a little holds most. */
const FIRST = { ofRoom: 0.72, ofFolded: 0.022 };
const ALL = { ofRoom: 0.75, ofFolded: 0.03 };

/** Tokens the index of a stand-in is due before anything else is weighed, and in all. */
export function indexShare(limit: number, folded: number): readonly [first: number, all: number] {
  const due = ({ ofRoom, ofFolded }: typeof FIRST) => Math.floor(Math.min(limit * ofRoom, folded * ofFolded));
  return [due(FIRST), due(ALL)];
}
