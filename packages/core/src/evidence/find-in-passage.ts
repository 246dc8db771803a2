import type { EvidenceKind, Found } from './item.ts';
import { readLedger } from './ledger.ts';
import { namesIn } from './names.ts';
import {
  commandOf,
  eachString,
  errorLine,
  errorWeight,
  firstErrorLine,
  invocationOf,
  isFileTool,
  isTally,
  REPORTED_ERROR,
} from './outcomes.ts';
import { assignVoices, type Passage } from './passage.ts';
import { sentencesOf, statementKind } from './sentences.ts';

/** The facts of one passage, in the order they stand there. */
export function findInPassage(given: Passage): readonly Found[] {
  const passage = given.text.isWellFormed() ? given : { ...given, text: given.text.toWellFormed() };
  switch (passage.voice) {
    case 'user':
      return assignVoices([passage]).flatMap((own) => inTurn(own));
    case 'assistant':
      return spoken(passage.text, false, 0);
    case 'thought':
      return spoken(passage.text, false, 3);
    case 'record':
      return recorded(passage.text);
    case 'call':
      return called(passage);
    default:
      return answered(passage);
  }
}

/** Of a user's turn: what a harness put there is a tool's, and where nobody can tell, it gives no orders. */
function inTurn(own: Passage): readonly Found[] {
  const from = own.from ?? 0;
  const found = own.voice === 'user' ? spoken(own.text, own.doubt !== true, 0) : answered(own);
  return from === 0 ? found : found.map((fact) => ({ ...fact, at: fact.at + from }));
}

const NAME_WEIGHT: Readonly<Partial<Record<EvidenceKind, number>>> = { path: 7, url: 6, id: 4, version: 3, identifier: 1 };

/** “Now let's run the checks:” is what was to come next, not what was decided. */
const ANNOUNCEMENT = 3;

/** Facts in what people and models say. `less` is taken off every weight: thinking counts for less than talking. */
function spoken(text: string, byUser: boolean, less: number): readonly Found[] {
  const found: Found[] = [];
  for (const { start, end } of sentencesOf(text)) {
    const sentence = text.slice(start, end);
    const statement = statementKind(sentence, byUser);
    if (statement !== null) {
      const announces = !byUser && sentence.endsWith(':');
      const weight = announces ? Math.min(statement.weight, ANNOUNCEMENT) : statement.weight;
      found.push(lighter({ kind: statement.kind, weight, text: bare(sentence), at: start }, less));
    }
    for (const number of numbersIn(sentence)) {
      found.push(lighter({ kind: 'number', text: number.text, weight: byUser ? 4 : 2, at: start + number.at }, less));
    }
  }
  for (const { kind, text: name, at, sure } of namesIn(text, false)) {
    const weight = kind === 'path' && sure === 1 ? 2 : (NAME_WEIGHT[kind] ?? 2);
    found.push(lighter({ kind, text: name, weight, at }, less));
  }
  return found;
}

function lighter(found: Found, less: number): Found {
  return less === 0 ? found : { ...found, weight: Math.max(1, found.weight - less) };
}

/** A sentence without the mark of the list it stood in. */
function bare(sentence: string): string {
  return sentence.replace(/^(?:[-*•>]|\d{1,3}[.)])\s{1,4}|^#{1,6}\s/u, '');
}

/** An earlier record: what its lists say, and what else it names. Demands count only where the engine wrote them down. */
function recorded(text: string): readonly Found[] {
  const ledger = readLedger(text);
  const rest = spoken(ledger.prose, false, 0).filter(({ kind }) => kind !== 'directive');
  return [...rest, ...ledger.items];
}

function called({ name = '', input = '' }: Passage): readonly Found[] {
  const found: Found[] = [];
  const content = isFileTool(name);
  const command = commandOf(name, input)?.toWellFormed() ?? null;
  if (command !== null) found.push({ kind: 'command', text: command, weight: 6, at: 0 });
  else if (!content) found.push({ kind: 'command', text: invocationOf(name, input).toWellFormed(), weight: 4, at: 0 });
  eachString(input, (text, key) => inArgument(text, key, found));
  return found;
}

const SHORT_ARGUMENT = 300;
const PATH_KEY = /path|file|dir|cwd|folder/iu;
/** One path and nothing else; with blanks in it only from a root. */
const WHOLE_PATH = /^(?=.*[./\\])(?:[^\s*?"'<>|]{3,260}|(?:~?\/|[A-Za-z]:[\\/])[^\n\r*?"'<>|]{1,260}[^\s*?"'<>|])$/u;

function inArgument(text: string, key: string, found: Found[]): void {
  const short = text.length <= SHORT_ARGUMENT;
  if (short && PATH_KEY.test(key) && WHOLE_PATH.test(text)) {
    found.push({ kind: 'path', text, weight: 9, at: 0 });
    return;
  }
  for (const name of namesIn(text, !short)) {
    const weight = name.kind === 'path' && name.sure > 1 ? (short ? 7 : 3) : Math.min(3, NAME_WEIGHT[name.kind] ?? 2);
    if (name.kind !== 'path' || name.sure > 1) found.push({ kind: name.kind, text: name.text, weight, at: 0 });
  }
}

const TROUBLE =
  /error|fail|fatal|panic|exception|traceback|caused by|denied|not found|no such file|undefined|undeclared|declared and|npm ERR!|killed|aborted|severe|critical|BackOff|segmentation|refused|timed out|E(?:CONN|TIMED|ADDR|ACCES|NOENT)|cannot|missing|unexpected|constraint|not recognized|not ok |^E {2}|^make|^\W{0,6}[✗✘✕✖×●] |HTTP\/|status|exit(?:ed with)? (?:code|status) [1-9]|passed/gimu;

function answered({ voice, text, name }: Passage): readonly Found[] {
  const found: Found[] = [];
  for (const { kind, text: item, at, sure } of namesIn(text, true)) {
    if (kind === 'path' && sure === 1) continue;
    const weight = kind === 'url' ? 1 : sure === 3 ? (item.startsWith('.') ? 3 : 4) : 2;
    found.push({ kind, text: item, weight, at });
  }
  const content = isFileTool(name ?? '');
  if (voice === 'error') {
    const line = firstErrorLine(text);
    if (line !== '') found.push({ kind: 'error', text: line, weight: REPORTED_ERROR, at: 0 });
  }
  if (!content) troubles(text, found);
  return found;
}

/** The first error of a result is what the others mostly follow from. */
const FIRST_ERROR = 6;
const FOLLOWING_ERROR = 4;
const SURE_ERROR = 6;

/** Lines that tell of trouble, and lines that count tests. */
function troubles(text: string, found: Found[]): void {
  let done = 0;
  let seen = 0;
  TROUBLE.lastIndex = 0;
  for (let match = TROUBLE.exec(text); match !== null; match = TROUBLE.exec(text)) {
    const start = text.lastIndexOf('\n', match.index) + 1;
    const newline = text.indexOf('\n', match.index);
    const end = newline < 0 ? text.length : newline;
    TROUBLE.lastIndex = Math.max(end, match.index + 1);
    if (start < done) continue;
    done = end;
    if (end - start > 600) continue;
    const line = errorLine(text.slice(start, end));
    const sure = errorWeight(line);
    const weight = Math.min(sure, Math.max(FOLLOWING_ERROR, FIRST_ERROR - seen));
    if (sure < SURE_ERROR && isTally(line)) found.push({ kind: 'number', text: line, weight: sure === 0 ? 3 : 5, at: start });
    else if (weight > 0) {
      found.push({ kind: 'error', text: line, weight, at: start });
      seen++;
    }
  }
}

const NUMBER =
  /(?:(?<!\p{L})(\p{L}[\p{L}-]{1,20})[ :=]{1,3}(?:(?:is|of|at|to) )?)?([$€£¥]?\d[\d,]{0,20}(?:\.\d{1,9})?)(?:( ?)(%|\p{L}{1,12}))?/gu;
const NO_UNIT = new Set(
  'and or to of in on at is are was the a an for with from by then so if as but that this than it we i you line lines'.split(' '),
);

/** Numbers of a sentence with their unit, or else the word before them: “31 tests”, “port 8080”, “95%”. */
function numbersIn(sentence: string): readonly { readonly text: string; readonly at: number }[] {
  if (!/\d/u.test(sentence)) return [];
  const found: { text: string; at: number }[] = [];
  for (const match of sentence.matchAll(NUMBER)) {
    const [all, label, number = '', , unit] = match;
    const before = sentence.charAt(match.index - 1);
    if (/[\w./#-]/u.test(before)) continue;
    const place = match.index + all.indexOf(number, label?.length ?? 0);
    if (unit !== undefined && !NO_UNIT.has(unit.toLowerCase())) {
      found.push({ text: sentence.slice(place, match.index + all.length), at: place });
    } else if (label !== undefined && !NO_UNIT.has(label.toLowerCase()) && number.length > 1) {
      found.push({ text: sentence.slice(match.index, place + number.length), at: match.index });
    }
  }
  return found;
}
