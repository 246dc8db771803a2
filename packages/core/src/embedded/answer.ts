import type { FlatAsk } from '../ask.ts';
import type { Counter } from '../counter.ts';
import { type Choice, writeChoice } from '../evidence/choice.ts';
import { coverageOf } from '../evidence/coverage.ts';
import type { Unit } from '../evidence/item.ts';
import { LISTS, lineOf, RAN, RAN_AND_FAILED, USER_MARK } from '../evidence/ledger.ts';
import { indexShare } from '../evidence/names.ts';
import { commandOf, invocationOf } from '../evidence/outcomes.ts';
import { assignVoices, isTalkOfTwo, type Passage } from '../evidence/passage.ts';
import { isProse } from '../evidence/sentences.ts';
import { unitsOf } from '../evidence/units.ts';
import { SECTIONS } from '../prompts.ts';
import { readMaterial } from './read-material.ts';

/**
 * Answers an ask without a model: what must be kept, then what a weighted coverage finds worth the rest, word for word, under the
 * headings of every summary. Deterministic, and never heavier than the ask allows.
 */
export function embeddedAnswer(ask: Pick<FlatAsk, 'material' | 'maxTokens' | 'whole' | 'scope'>, count: Counter): string {
  const { maxTokens } = ask;
  const passages = assignVoices(readMaterial(ask.material.toWellFormed()));
  if (passages.length === 1 && passages[0]?.voice === 'result') return printedAlone(unitsOf(passages), maxTokens, count);
  const text = writeChoice({
    passages,
    count,
    room: isTalkOfTwo(passages) ? (ask.whole ?? maxTokens) : roomFor(ask, count),
    limit: ask.whole ?? maxTokens,
    kinds: maxTokens,
    told: '',
    request: ask.scope !== 'steps',
    running: ask.scope === 'steps',
    names: [0, 0],
    paths: [],
    takes: isOpen(passages),
    write: (choice) => compose(choice, passages),
  });
  return text === '' ? nothing(maxTokens, count) : text;
}

/** Tokens below which a record tells no story: names alone are nothing to go on from. */
const STORY = 200;

/** Tokens for the record: an index of names will stand under it, which the tighter the room the more of it is due. */
function roomFor(
  { material, maxTokens, whole = maxTokens }: Pick<FlatAsk, 'material' | 'maxTokens' | 'whole'>,
  count: Counter,
): number {
  const index = whole === maxTokens ? 0 : indexShare(whole, count.text(material))[0];
  return Math.max(1, Math.floor(Math.max(Math.min(whole, STORY), whole - index)));
}

/** What people ask stays open, and what was asked last; what somebody asked on the way was answered or dropped since. */
function isOpen(passages: readonly Passage[]): (unit: Unit) => boolean {
  const last = passages.findLastIndex(({ voice, text }) => (voice === 'user' || voice === 'assistant') && text.trim() !== '');
  return ({ kind, voice, passage }) => kind !== 'question' || voice === 'record' || voice === 'user' || passage >= last;
}

function nothing(limit: number, count: Counter): string {
  return count.text('…') <= limit ? '…' : '';
}

/** Share of a shortened output that is its beginning: it says what it is. */
const BEGINNING = 0.15;

/** What a tool printed, where that is all there is: its first lines and the telling ones, in order. */
function printedAlone(units: readonly Unit[], limit: number, count: Counter): string {
  const coverage = coverageOf(units, count);
  const chosen = new Set<number>();
  let left = limit * BEGINNING;
  for (let index = 0; index < units.length && (index === 0 || coverage.weigh(index) <= left); index++) {
    left -= coverage.weigh(index);
    coverage.take(index);
    chosen.add(index);
  }
  const more = coverage.fill(limit - [...chosen].reduce((sum, index) => sum + coverage.weigh(index), 0));
  let kept = [...chosen, ...more];
  for (;;) {
    const text = [...kept]
      .sort((a, b) => a - b)
      .map((index) => (units[index] as Unit).text)
      .join('\n');
    if (kept.length === 0) return nothing(limit, count);
    if (count.text(text) <= limit) return text;
    kept = kept.slice(0, Math.floor(kept.length * 0.9));
  }
}

type Section = (typeof SECTIONS)[number];

/** A record under its headings, told in the order things happened: what was asked, said, done and found. Headings with nothing under them are left out. */
function compose({ units, request, plan, standing, next, files }: Choice, passages: readonly Passage[]): string {
  const worked = passages.some(({ voice }) => voice === 'call');
  const under = Map.groupBy(units, (unit) => sectionOf(unit, passages, worked));
  const inSection = (section: Section) => under.get(section) ?? [];
  const lines: Record<Section, readonly string[]> = {
    Context: [...talk(inSection('Context')), ...list(LISTS.request, requestLines(request))],
    'Key Points': talk(inSection('Key Points')),
    'Technical Details': [
      ...talk(inSection('Technical Details')),
      ...list(
        LISTS.written,
        [...files].map(([path, state]) => `${path} (${state})`),
      ),
    ],
    'Tool Invocations': steps(inSection('Tool Invocations'), passages),
    'Decisions and Outcomes': talk(inSection('Decisions and Outcomes')),
    'Unresolved Questions': [
      ...talk(inSection('Unresolved Questions')),
      ...list(LISTS.plan, plan),
      ...list(LISTS.standing, standing),
      ...list(LISTS.next, next),
    ],
  };
  const blocks = SECTIONS.flatMap((heading) =>
    lines[heading].length === 0 ? [] : [`## ${heading}\n${lines[heading].join('\n')}`],
  );
  return blocks.join('\n\n').toWellFormed();
}

function list(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines];
}

function requestLines(request: string): readonly string[] {
  return request.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`${USER_MARK}${line.trim()}`]));
}

/** The heading a unit belongs under. */
function sectionOf({ kind, voice, heading, passage }: Unit, passages: readonly Passage[], worked: boolean): Section {
  if (kind === 'command' || kind === 'error') return 'Tool Invocations';
  if (heading !== undefined && (SECTIONS as readonly string[]).includes(heading)) return heading as Section;
  if (kind === 'decision' || kind === 'reason') return 'Decisions and Outcomes';
  if (kind === 'question') return 'Unresolved Questions';
  if (kind === 'request') return 'Context';
  // What was said on the way stands between the steps it was said between.
  if (worked && (voice === 'assistant' || voice === 'thought')) return 'Tool Invocations';
  if (kind === 'order' || voice === 'user' || voice === 'assistant' || voice === 'record') return 'Key Points';
  const from = passages[passage]?.voice;
  if (from === 'record') return 'Technical Details';
  return from === 'result' || from === 'error' || from === 'call' ? 'Tool Invocations' : 'Technical Details';
}

/** Neighbours of one passage share a line, as they did where they come from. */
function talk(units: readonly Unit[]): readonly string[] {
  const lines: string[] = [];
  let last: Unit | null = null;
  for (const unit of units) {
    const text = pointed(unit);
    const joins: boolean =
      last !== null &&
      (last.passage === unit.passage || (isToldBy(last) && isToldBy(unit))) &&
      last.byPerson === unit.byPerson &&
      last.voice === unit.voice &&
      (unit.voice !== 'record' || unit.place - last.place <= last.text.length + 1) &&
      flows(pointed(last), unit);
    if (joins) lines[lines.length - 1] += ` ${text}`;
    else lines.push(`${unit.byPerson ? USER_MARK : '- '}${text}`);
    last = unit;
  }
  return lines;
}

/** What a person tells goes on from turn to turn; what a person asks for stands by itself. */
function isToldBy({ byPerson, kind, voice }: Unit): boolean {
  return byPerson === true && kind !== 'order' && voice === 'user';
}

const UNENDED = /[\p{L}\p{N}][)\]'"`*_]*$/u;

/** A unit as the point of a list. What nobody ended gets a full stop; a person's words stay as they are. */
function pointed({ text, byPerson, clause }: Unit): string {
  const line = lineOf(text);
  if (clause === true) return ENDED.test(line) ? line : `${line}…`;
  return byPerson !== true && UNENDED.test(line) && isProse(line) ? `${line}.` : line;
}

const ENDED = /[.!?。！？…]["'”’)\]*_`]*$/u;

/** A person's sentences share a line only where each of them can be told from the other again. */
function flows(before: string, { text, byPerson, clause }: Unit): boolean {
  return ENDED.test(before) && !/^(?:\d{1,3}[.)]|[#|>*•-])\s/u.test(text) && !(byPerson && !clause && /^\p{Ll}/u.test(text));
}

/** What was said on the way and what was run, in order, each command with what came of it under it; lines whose command is not told stand behind a few words of it. */
function steps(units: readonly Unit[], passages: readonly Passage[]): readonly string[] {
  const calls = new Map(passages.flatMap((passage, at) => (passage.voice === 'call' ? [[passage.id ?? '', at] as const] : [])));
  const callOf = ({ passage, voice }: Unit) => (voice === 'record' ? -1 : (calls.get(passages[passage]?.id ?? '\n') ?? passage));
  const known = Map.groupBy(units, callOf);
  const earlier = (known.get(-1) ?? []).map((unit) => (unit.kind === 'command' ? ran(unit) : `- ${lineOf(unit.text)}`));
  known.delete(-1);
  const inOrder = [...known].sort(([a], [b]) => a - b);
  return [...earlier, ...inOrder.flatMap(([at, found]) => (isSaid(found) ? talk(found) : step(passages[at] as Passage, found)))];
}

function isSaid([first]: readonly Unit[]): boolean {
  return first?.voice === 'assistant' || first?.voice === 'thought';
}

function step(call: Passage, units: readonly Unit[]): readonly string[] {
  const commands = units.filter(({ kind }) => kind === 'command').map(ran);
  const found = units.filter(({ kind }) => kind !== 'command').map(({ text }) => lineOf(text));
  if (found.length === 0) return commands;
  if (commands.length > 0) return [...commands, `  ${found.join(BETWEEN)}`];
  if (call.voice !== 'call') return [`- ${found.join(BETWEEN)}`];
  // A path that is told in full is told once, in the place of its last names.
  const [key, path] = pathIn(call.input) ?? [];
  const rest = found.filter((text) => text !== `${key}: ${path}`);
  const head = rest.length < found.length ? `${call.name ?? ''} ${path}` : headOf(call);
  return [`- ${[head, ...(rest.length === 0 ? [] : [rest.join(BETWEEN)])].join(': ')}`];
}

const BETWEEN = ' · ';

function ran({ text, outcome }: Unit): string {
  return `${outcome === 'failed' ? RAN_AND_FAILED : RAN}${lineOf(text)}`;
}

/** The parameter that names the file or folder a call is about. */
function pathIn(input: Passage['input']): readonly [string, string] | null {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return null;
  const isPath = (entry: [string, unknown]): entry is [string, string] =>
    /path|file/iu.test(entry[0]) && typeof entry[1] === 'string' && entry[1] !== '';
  return Object.entries(input).find(isPath) ?? null;
}

const LONGEST_HEAD = 56;

/** What a call was, in short: of a path the last names, the rest is told once elsewhere. */
function headOf({ name = '', input, text }: Passage): string {
  const [, path] = pathIn(input) ?? [];
  const file = path?.split('/').slice(-2).join('/');
  const head = (
    commandOf(name, input ?? text) ?? (file === undefined ? invocationOf(name, input ?? text) : `${name} ${file}`)
  ).replace(/\s+/gu, ' ');
  return (head.length <= LONGEST_HEAD ? head : `${head.slice(0, LONGEST_HEAD)}…`).toWellFormed();
}
