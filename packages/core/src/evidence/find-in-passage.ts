import type { Json } from '../message.ts';
import { assignedIn } from './assigned.ts';
import { commandOf, invocationOf, isFileTool } from './commands.ts';
import { errorLine, errorWeight, firstErrorLine, isTally, REPORTED_ERROR } from './errors.ts';
import { statedFacts } from './facts.ts';
import type { Found } from './found.ts';
import type { EvidenceKind } from './item.ts';
import { readLedger } from './ledger-read.ts';
import { namesIn } from './names.ts';
import { numbersIn } from './numbers.ts';
import type { Passage } from './passage.ts';
import { sentencesOf } from './sentences.ts';
import { isOrder, statementKind } from './statements.ts';

/** The facts of one passage, in the order they stand there. */
export function findInPassage(given: Passage): readonly Found[] {
  const passage = given.text.isWellFormed() ? given : { ...given, text: given.text.toWellFormed() };
  switch (passage.voice) {
    case 'user':
    case 'assistant':
      return spoken(passage.text, passage.voice === 'user', 0);
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

const NAME_WEIGHT: Readonly<Partial<Record<EvidenceKind, number>>> = { path: 7, url: 6, id: 4, version: 3, identifier: 1 };

/** “Now let's run the checks:” is what was to come next, not what was decided. */
const ANNOUNCEMENT = 3;

/** Facts in what people and models say. `less` is taken off every weight: thinking counts for less than talking. */
function spoken(text: string, byUser: boolean, less: number): readonly Found[] {
  const found: Found[] = [];
  for (const { start, end } of sentencesOf(text)) {
    const sentence = text.slice(start, end);
    const statement = sentence.length < 12 ? null : statementKind(sentence, byUser);
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
  for (const fact of statedFacts(text)) found.push(lighter({ ...fact, weight: 8 }, less));
  for (const { odd, ...pair } of assignedIn(text, MOST_SAID))
    found.push(lighter({ ...pair, weight: byUser ? 7 : odd + 2 }, less));
  return found;
}

/** Values told of one text: all that people write down, and the oddest of what tools print or are given. */
const MOST_SAID = 60;
const MOST_PRINTED = 8;
const MOST_GIVEN = 4;
/** What tools print that stands out less is one of many. */
const LEAST_ODD = 2;

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
  eachString(input, (text, key) => {
    inArgument(text, key, found);
    givenIn(text, key, content, found);
  });
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
  for (const fact of statedFacts(text)) found.push({ ...fact, weight: short ? 7 : 5, at: 0 });
}

/** A short argument as what it gives a value to; what else is given values in it, unless it is what goes into a file. */
function givenIn(text: string, key: string, content: boolean, found: Found[]): void {
  const short = text.length <= SHORT_ARGUMENT;
  const whole = short && key !== '' ? `${key}=${text}` : '';
  const given = whole === '' ? undefined : assignedIn(whole, 1)[0];
  if (given?.text === whole) found.push({ kind: given.kind, text: whole, weight: given.odd, at: 0 });
  else if (short || !content) {
    for (const { odd, ...pair } of assignedIn(text, MOST_GIVEN)) found.push({ ...pair, weight: Math.max(1, odd - 1), at: 0 });
  }
}

const DEEPEST = 12;

/** Visits every string of a JSON value with the key it stands under. */
export function eachString(value: Json, visit: (text: string, key: string) => void, key = '', depth = 0): void {
  if (typeof value === 'string') visit(value.toWellFormed(), key);
  else if (value !== null && typeof value === 'object' && depth < DEEPEST) {
    for (const [name, inner] of Object.entries(value))
      eachString(inner ?? null, visit, Array.isArray(value) ? key : name, depth + 1);
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
  for (const fact of statedFacts(text)) found.push({ ...fact, weight: content ? 5 : 6 });
  for (const { odd, ...pair } of assignedIn(text, MOST_PRINTED)) {
    if (odd < LEAST_ODD) continue;
    if (pair.text.split(' ', 4).length < 4 || !isOrder(pair.text))
      found.push({ ...pair, weight: Math.max(1, content ? odd - 0.5 : odd) });
  }
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
