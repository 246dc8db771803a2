import { commandOf, invocationOf } from '../evidence/commands.ts';
import { LISTS, lineOf, USER_MARK } from '../evidence/ledger-format.ts';
import type { Musts } from '../evidence/musts.ts';
import type { Passage } from '../evidence/passage.ts';
import { isProse } from '../evidence/sentences.ts';
import type { Unit } from '../evidence/unit.ts';
import { SECTIONS } from '../prompts.ts';

/** What a record is written of. */
export interface Chosen extends Musts {
  readonly passages: readonly Passage[];
  /** In the order they were said. */
  readonly units: readonly Unit[];
  readonly files: ReadonlyMap<string, string>;
}

/** A record under its headings, told in the order things happened: what was asked, said, done and found. Headings with nothing under them are left out. */
export function compose({ passages, units, request, plan, standing, files }: Chosen): string {
  const inSection = (section: (typeof SECTIONS)[number]) => units.filter((unit) => sectionOf(unit, passages) === section);
  const printed = inSection('Tool Invocations');
  const errors = units.filter(({ kind }) => kind === 'error').map(({ text }) => lineOf(text));
  const lines: Record<(typeof SECTIONS)[number], readonly string[]> = {
    Context: [...talk(inSection('Context')), ...list(LISTS.request, requestLines(request))],
    'Key Points': talk(inSection('Key Points')),
    'Technical Details': [
      ...talk(inSection('Technical Details')),
      ...list(LISTS.errors, errors),
      ...list(
        FILES_WRITTEN,
        [...files].map(([path, state]) => `${path} (${state})`),
      ),
    ],
    'Tool Invocations': [
      ...found(printed, passages),
      ...list(LISTS.failed, commands(units, 'failed')),
      ...list(LISTS.worked, commands(units, 'ok')),
    ],
    'Decisions and Outcomes': talk(inSection('Decisions and Outcomes')),
    'Unresolved Questions': [
      ...talk(inSection('Unresolved Questions')),
      ...list(LISTS.plan, plan),
      ...list(LISTS.standing, standing),
    ],
  };
  const blocks = SECTIONS.flatMap((heading) =>
    lines[heading].length === 0 ? [] : [`## ${heading}\n${lines[heading].join('\n')}`],
  );
  return blocks.join('\n\n').toWellFormed();
}

const FILES_WRITTEN = '### Files written';

function list(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines];
}

function requestLines(request: string): readonly string[] {
  return request.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`${USER_MARK}${line.trim()}`]));
}

function commands(units: readonly Unit[], outcome: Unit['outcome']): readonly string[] {
  return units.flatMap((unit) => (unit.kind === 'command' && unit.outcome === outcome ? [lineOf(unit.text)] : []));
}

/** The heading a unit belongs under; errors and commands are listed. */
function sectionOf({ kind, voice, heading, passage }: Unit, passages: readonly Passage[]): (typeof SECTIONS)[number] | null {
  if (kind === 'error' || kind === 'command') return null;
  if (heading !== undefined && (SECTIONS as readonly string[]).includes(heading)) return heading as (typeof SECTIONS)[number];
  if (kind === 'decision') return 'Decisions and Outcomes';
  if (kind === 'question') return 'Unresolved Questions';
  if (kind === 'request') return 'Context';
  if (kind === 'order' || voice === 'user' || voice === 'assistant' || voice === 'record') return 'Key Points';
  const from = passages[passage]?.voice;
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
      last.passage === unit.passage &&
      last.byPerson === unit.byPerson &&
      last.voice === unit.voice &&
      flows(last.text, unit);
    if (joins) lines[lines.length - 1] += ` ${text}`;
    else lines.push(`${unit.byPerson ? USER_MARK : '- '}${text}`);
    last = unit;
  }
  return lines;
}

const UNENDED = /[\p{L}\p{N}][)\]'"`*_]*$/u;

/** A unit as the point of a list. What nobody ended gets a full stop; a person's words stay as they are. */
function pointed({ text, byPerson }: Unit): string {
  const line = lineOf(text);
  return byPerson !== true && UNENDED.test(line) && isProse(line) ? `${line}.` : line;
}

const ENDED = /[.!?。！？…]["'”’)\]*_`]*$/u;

/** A person's sentences share a line only where each of them can be told from the other again. */
function flows(before: string, { text, byPerson }: Unit): boolean {
  return ENDED.test(before) && !/^(?:\d{1,3}[.)]|[#|>*•-])\s/u.test(text) && !(byPerson && /^\p{Ll}/u.test(text));
}

/** What was found, one line a call: what was run or read, then the lines that tell. */
function found(units: readonly Unit[], passages: readonly Passage[]): readonly string[] {
  const calls = new Map(passages.flatMap((passage) => (passage.voice === 'call' ? [[passage.id ?? '', passage]] : [])));
  return [...Map.groupBy(units, ({ passage }) => passage).values()].map((lines) => {
    const passage = passages[lines[0]?.passage ?? 0] as Passage;
    const call = passage.voice === 'call' ? passage : calls.get(passage.id ?? '\n');
    const about = call === undefined ? '' : headOf(call);
    return `- ${about === '' ? '' : `${about}: `}${lines.map(({ text }) => lineOf(text)).join(' · ')}`;
  });
}

const LONGEST_HEAD = 72;

/** What a call was, in short. */
function headOf({ name = '', input, text }: Passage): string {
  const head = (commandOf(name, input ?? text) ?? invocationOf(name, input ?? text)).replace(/\s+/gu, ' ');
  return (head.length <= LONGEST_HEAD ? head : `${head.slice(0, LONGEST_HEAD)}…`).toWellFormed();
}
