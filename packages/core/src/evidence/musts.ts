import { onlyContinues } from '../injected.ts';
import type { Json, JsonObject } from '../message.ts';
import { LISTS, oneLine, USER_MARK } from './ledger.ts';
import { commandOf, errorLine, errorWeight, firstErrorLine, outcomeOf } from './outcomes.ts';
import type { Passage } from './passage.ts';
import { isProse, sentencesOf } from './sentences.ts';

/** What is carried whatever it is worth: the state of the work, as it stands at the end of what is told. */
export interface Musts {
  /** The last request that says what is wanted. */
  readonly request: string;
  /** The newest plan, ticked as far as it got; empty where none is open. */
  readonly plan: readonly string[];
  /** The error nobody has got rid of, word for word. */
  readonly standing: readonly string[];
  /** What was announced last and not seen done. */
  readonly next: readonly string[];
}

/** The must-keeps of some passages. */
export function mustsOf(passages: readonly Passage[]): Musts {
  return {
    request: lastRequest(passages),
    plan: newestPlan(passages),
    standing: standingError(passages),
    next: announced(passages),
  };
}

const TAG = /<\/?[A-Za-z][^<>\n]{0,200}>/gu;

function lastRequest(passages: readonly Passage[]): string {
  for (let at = passages.length - 1; at >= 0; at--) {
    const { voice, text } = passages[at] as Passage;
    if (voice === 'user' && /[\p{L}\p{N}]/u.test(text.replace(TAG, '')) && !onlyContinues(text)) return requestAt(passages, at);
    if (voice === 'record') {
      const carried = listIn(text, LISTS.request)
        .map((line) => (line.startsWith(USER_MARK) ? line.slice(USER_MARK.length) : line))
        .join('\n');
      if (carried !== '') return carried;
    }
  }
  return '';
}

/** All that one turn says: its stretches stand beside each other. */
function requestAt(passages: readonly Passage[], at: number): string {
  const { part } = passages[at] as Passage;
  let from = at;
  while (passages[from - 1]?.voice === 'user' && passages[from - 1]?.part === part) from--;
  return passages
    .slice(from, at + 1)
    .flatMap(({ text }) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** The lines under a heading of an earlier record. */
function listIn(record: string, heading: string): readonly string[] {
  const lines = record.split('\n');
  const start = lines.indexOf(heading);
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && (line.startsWith('#') || line === ''));
  return lines.slice(start + 1, end < 0 ? undefined : end);
}

const MAX_ANNOUNCED = 240;

/** The last words of the one who works, before or beside the last calls: what is under way. */
function announced(passages: readonly Passage[]): readonly string[] {
  const last = passages.findLast(({ voice, text }) => (voice === 'assistant' && text.trim() !== '') || voice === 'record');
  if (last === undefined) return [];
  if (last.voice === 'record') return listIn(last.text, LISTS.next);
  const line = sentencesOf(last.text).at(-1);
  const words = line === undefined ? '' : oneLine(last.text.slice(line.start, line.end));
  return words.length > 3 && words.length <= MAX_ANNOUNCED && isProse(words) ? [`- ${words.replace(/^[-*•>]\s+/u, '')}`] : [];
}

const PLANNING = /todo|plan|task|checklist/iu;
const CHECK = /^\s{0,12}(?:[-*+]|\d{1,3}[.)])\s+\[([ xX~>/-])\]\s+(\S.*)$/gmu;
const MAX_STEPS = 40;
const LONGEST_STEP = 200;

interface Step {
  readonly id: string;
  text: string;
  mark: string;
}

/** The newest plan with an open step: what a planning tool was given, or a checklist; a finished plan is no plan any more. */
function newestPlan(passages: readonly Passage[]): readonly string[] {
  let steps: Step[] = [];
  for (const { voice, name = '', input, text } of passages) {
    if (voice === 'call' && PLANNING.test(name)) steps = planned(input ?? null, steps);
    else if (voice === 'record') {
      const carried = checked(listIn(text, LISTS.plan).join('\n'));
      if (carried.length > 0) steps = carried;
    } else if (voice === 'user' || voice === 'assistant' || voice === 'call') {
      const list = text.includes('] ') ? checked(text) : [];
      if (list.length > 1) steps = list;
    }
  }
  if (steps.every(({ mark }) => mark === 'x')) return [];
  return steps.slice(0, MAX_STEPS).map(({ mark, text }) => `- [${mark}] ${oneLine(text).slice(0, LONGEST_STEP).toWellFormed()}`);
}

function checked(text: string): Step[] {
  return [...text.matchAll(CHECK)].map(([, mark = ' ', step = ''], index) => ({
    id: String(index + 1),
    text: step,
    mark: mark === ' ' ? ' ' : /x/iu.test(mark) ? 'x' : '~',
  }));
}

/** A plan after a call: a list of steps is a new one; a single step is added, or ticked where it names one that is there. */
function planned(input: Json, steps: readonly Step[]): Step[] {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return [...steps];
  const given = input as JsonObject;
  const list = Object.values(given).find((value) => Array.isArray(value) && value.some((item) => textOf(item ?? null) !== ''));
  if (Array.isArray(list)) return list.flatMap((item: Json, index) => stepOf(item, String(index + 1)));
  const id = String(given.taskId ?? given.task_id ?? given.id ?? '');
  const known = steps.find((step) => step.id === id);
  if (known !== undefined)
    return steps.map((step) => (step === known ? { ...step, ...(hasState(given) ? { mark: markOf(given) } : {}) } : step));
  const added = stepOf(given, String(steps.length + 1));
  return hasState(given) || typeof given.subject === 'string' ? [...steps, ...added] : [...steps];
}

function stepOf(item: Json, id: string): Step[] {
  const text = textOf(item);
  return text === '' ? [] : [{ id, text, mark: typeof item === 'string' ? ' ' : markOf(item as JsonObject) }];
}

function textOf(item: Json): string {
  if (typeof item === 'string') return item;
  if (item === null || typeof item !== 'object' || Array.isArray(item)) return '';
  const { content, step, subject, title, task, text, description, name } = item as JsonObject;
  const words = content ?? step ?? subject ?? title ?? task ?? text ?? description ?? name;
  return typeof words === 'string' ? words : '';
}

function hasState({ status, state, done, completed }: JsonObject): boolean {
  return (status ?? state ?? done ?? completed) !== undefined;
}

function markOf({ status, state, done, completed }: JsonObject): string {
  const now = String(status ?? state ?? done ?? completed ?? '');
  return /^(?:completed?|done|true|finished|closed)$/iu.test(now) ? 'x' : /progress|active|doing|started/iu.test(now) ? '~' : ' ';
}

/** Share of what is told, at its end, in which an error can still stand. */
const LATE = 0.6;
const MAX_LINES = 4;

/** Results without trouble after which work went on without what failed. */
const WENT_ON = 12;

/** The latest failure that no later success of the same command took back, nor a long row of others. */
function standingError(passages: readonly Passage[]): readonly string[] {
  const commands = new Map<string, string>();
  for (const { voice, id, name = '', input, text } of passages)
    if (voice === 'call' && id !== undefined) commands.set(id, kindOfCall(commandOf(name, input ?? text) ?? name));
  const solved = new Set<string>();
  let went = 0;
  for (let at = passages.length - 1; at >= passages.length * LATE; at--) {
    const { voice, id = '', text, outcome } = passages[at] as Passage;
    if (voice === 'record') return listIn(text, LISTS.standing).slice(0, MAX_LINES);
    if (voice !== 'result' && voice !== 'error') continue;
    const command = commands.get(id) ?? '';
    if ((outcome ?? outcomeOf(text, voice === 'error')) === 'ok') {
      solved.add(command);
      if (++went > WENT_ON) return [];
    } else if (!solved.has(command)) {
      const lines = errorLines(text, voice === 'error');
      if (lines.length > 0) return lines;
    }
  }
  return [];
}

/** Runs of one command differ in their arguments: `npm test a` and `npm test b` answer for each other. */
function kindOfCall(command: string): string {
  return command
    .replace(/^(?:cd \S+ && )?/u, '')
    .split(/\s+/u, 2)
    .join(' ');
}

function errorLines(text: string, isError: boolean): readonly string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    if (lines.length === MAX_LINES) break;
    const bare = errorLine(line);
    if (errorWeight(bare) > 0 && !lines.includes(bare)) lines.push(bare);
  }
  return lines.length === 0 && isError ? [firstErrorLine(text)].filter((line) => line !== '') : lines;
}

const WRITES = /write|edit|create|patch|replace|insert|append|save|notebook/iu;
const READS = /^(?:read|view|open|list|search|find|glob|grep)/iu;
const PATH_KEY = /path|file|target/iu;
const PATCHED = /^\*\*\* (Add|Update|Delete) File: (.+)$/gmu;
const LONGEST = 260;

/** Files that were written, each with how often, in the order of their last change. */
export function filesWritten(passages: readonly Passage[]): ReadonlyMap<string, string> {
  const failed = new Set<string>();
  for (const { voice, id, text, outcome } of passages)
    if (id !== undefined && (voice === 'error' || (voice === 'result' && (outcome ?? outcomeOf(text, false)) === 'failed')))
      failed.add(id);
  const files = new Map<string, { times: number; how: string }>();
  const wrote = (path: string, how: string) => {
    const times = (files.get(path)?.times ?? 0) + 1;
    files.delete(path);
    files.set(path, { times, how });
  };
  for (const { voice, id = '', name = '', input, text } of passages) {
    if (voice === 'record')
      for (const [, path = '', how = '', times = '1'] of listedIn(text)) files.set(path, { times: Number(times), how });
    if (voice !== 'call' || failed.has(id)) continue;
    const words = typeof input === 'string' ? input : text;
    if (words.includes('*** '))
      for (const [, how = '', path = ''] of patchOf(words))
        wrote(path.trim(), how === 'Add' ? 'created' : how === 'Delete' ? 'deleted' : 'edited');
    else if (WRITES.test(name) && !READS.test(name) && input !== null && typeof input === 'object' && !Array.isArray(input)) {
      const [, path] =
        Object.entries(input as JsonObject).find(([key, value]) => PATH_KEY.test(key) && typeof value === 'string') ?? [];
      if (typeof path === 'string' && path.length <= LONGEST && !path.includes('\n'))
        wrote(path, /write|create/iu.test(name) ? 'written' : 'edited');
    }
  }
  return new Map([...files].map(([path, { times, how }]) => [path, times === 1 ? how : `${how}, ${times} changes`]));
}

const LISTED = /^(.+) \((\w+)(?:, (\d+) changes)?\)$/gmu;

/** The files an earlier record lists. */
function listedIn(record: string): readonly RegExpMatchArray[] {
  const [, list = ''] = record.split(`${LISTS.written}\n`, 2);
  return [...(list.split(/\n(?=#|$)/mu, 1)[0] as string).matchAll(LISTED)];
}

function patchOf(text: string): readonly RegExpMatchArray[] {
  return [...text.replace(/\\n/gu, '\n').matchAll(PATCHED)];
}
