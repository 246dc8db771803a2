import type { Counter } from '../counter.ts';
import { rowTokens } from '../render.ts';
import { type Row, toldText } from '../view.ts';
import { coverageOf } from './coverage.ts';
import { findEvidence } from './find.ts';
import { scoreEvidence } from './held.ts';
import type { EvidenceScore } from './item.ts';
import { ledgerText } from './ledger.ts';
import { disarm, LEDGER_HEADING, type ListName, lineOf, oneLine, USER_MARK } from './ledger-format.ts';
import { readLedger } from './ledger-read.ts';
import { mustsOf } from './musts.ts';
import { namesWithin, rankedNames } from './name-index.ts';
import { type Passage, passagesOf } from './passage.ts';
import { sentencesOf } from './sentences.ts';
import { indexShare } from './share.ts';
import type { Unit } from './unit.ts';
import { unitsOf } from './units.ts';
import { voiced } from './voices.ts';

/** A stand-in as it is stored, and what it kept. */
export interface Mended {
  readonly text: string;
  readonly evidence: EvidenceScore;
}

/** Most of the whole stand-in that standing orders may have before anything else. */
const ORDERS = 0.5;
/** Share of the room under a summary that is lines rather than names, however many names there are. */
const LINES = 0.1;

/**
 * A summary with what it dropped under it, as far as `limit` tokens for the whole stand-in allow, however short the summary is: standing
 * orders, the state of the work, an index of names, and what a weighted coverage finds that the summary does not say.
 * Where the request that stands only `continues`, the last full one is carried too. What the summary claims to be the user's own words stays marked so only where a user said them.
 */
export function mend(body: string, rows: readonly Row[], limit: number, count: Counter, continues = false): Mended {
  const safe = disarm(body.toWellFormed(), saidBy(rows));
  const ledger = ledgerFor(safe, rows, limit, count, continues);
  const text = ledger === '' ? safe : `${safe}\n\n${ledger}`;
  return { text, evidence: scoreEvidence(findEvidence(rows), text) };
}

function ledgerFor(told: string, rows: readonly Row[], limit: number, count: Counter, continues: boolean): string {
  const room = limit - count.text(told) - 2;
  if (room <= 0) return '';
  const passages = voiced(rows.flatMap(passagesOfRow));
  const units = unitsOf(passages);
  const coverage = coverageOf(units, count);
  const lists = new Map<ListName, string[]>();
  const put = (list: ListName, line: string) => {
    const lines = lists.get(list);
    if (lines === undefined) lists.set(list, [line]);
    else lines.push(line);
  };
  let left = room - count.text(LEDGER_HEADING) - 1;
  const pay = (list: ListName, line: string) => {
    const cost = count.text(line) + 2 + (lists.has(list) ? 0 : HEADING);
    if (cost > left) return false;
    left -= cost;
    put(list, line);
    return true;
  };
  // Orders: the newest first, so that the latest stay where not all fit.
  const orders = Math.max(0, left - limit * ORDERS);
  units.toReversed().forEach((unit) => {
    if (unit.kind === 'order' && unit.byPerson === true && !told.includes(unit.text) && left > orders)
      pay('demands', lineOf(unit.text));
  });
  lists.get('demands')?.reverse();
  const { request, plan, standing } = mustsOf(passages);
  for (const line of standing) if (!told.includes(line)) pay('standing', lineOf(line));
  if (!plan.every((line) => told.includes(line))) for (const line of plan) pay('plan', line);
  if (continues)
    for (const line of request.split('\n'))
      if (line.trim() !== '' && left > room / 3) pay('request', `${USER_MARK}${line.trim()}`);
  const folded = rows.reduce((sum, row) => sum + rowTokens(row, count), 0);
  const said = [told, ...[...lists.values()].flat()].join('\n');
  coverage.tell(said);
  const forNames = Math.min(indexShare(limit, folded), left * (1 - LINES));
  const names = namesWithin(rankedNames(passages, count), forNames, said, count);
  left -= names.reduce((sum, name) => sum + count.text(name) + 1, 2 * HEADING);
  for (const index of coverage.fill(left, isWorthListing(said))) {
    const unit = units[index] as Unit;
    put(listFor(unit), lineOf(unit.text));
  }
  return written(lists, names, room, count);
}

/** Tokens of a heading and its line breaks. */
const HEADING = 6;

function passagesOfRow(row: Row): readonly Passage[] {
  if (row.kind === 'entry') return passagesOf(row.message).map((passage) => ({ ...passage, text: passage.text.toWellFormed() }));
  return row.message === null ? [] : [{ voice: 'record', text: toldText(row), part: 0 }];
}

/** What is said need not be said again; questions of one moment are no state. */
function isWorthListing(told: string): (unit: Unit) => boolean {
  return ({ kind, text, voice }) => (kind !== 'question' || voice === 'record') && !told.includes(text);
}

function listFor({ kind, outcome }: Unit): ListName {
  if (kind === 'command') return outcome === 'failed' ? 'failed' : 'worked';
  if (kind === 'error') return 'errors';
  return kind === 'decision' ? 'decisions' : kind === 'question' ? 'questions' : 'facts';
}

/** The ledger within its room: as long as it is too heavy, facts go first, then names. */
function written(lists: Map<ListName, string[]>, names: readonly string[], room: number, count: Counter): string {
  let listed = names;
  for (;;) {
    const text = ledgerText(lists, listed);
    if (text === '') return '';
    const over = count.text(text) / room;
    if (over <= 1) return text;
    const facts = SHED.find((name) => (lists.get(name)?.length ?? 0) > 0);
    if (facts !== undefined) shorten(lists, facts, over);
    else if (listed.length > 0) listed = listed.slice(0, Math.min(listed.length - 1, Math.floor(listed.length / over)));
    else {
      const last = [...lists.keys()].at(-1);
      if (last === undefined) return '';
      shorten(lists, last, 2);
    }
  }
}

const SHED: readonly ListName[] = ['facts', 'worked', 'questions', 'decisions', 'errors', 'failed'];

function shorten(lists: Map<ListName, string[]>, name: ListName, over: number): void {
  const lines = lists.get(name) ?? [];
  const kept = Math.min(lines.length - 1, Math.floor(lines.length / over));
  if (kept <= 0) lists.delete(name);
  else lists.set(name, lines.slice(0, kept));
}

/** Whether a user said some words, in these rows or in a record of earlier ones. */
function saidBy(rows: readonly Row[]): (words: string) => boolean {
  let said: string | null = null;
  return (words) => {
    said ??= userWords(rows);
    const all = said;
    return sentencesOf(words).every(({ start, end }) => {
      const sentence = words.slice(start, end);
      // What stood on lines of its own may have become one sentence where it was put on one.
      return all.includes(sentence) || sentence.split(ENDED).every((piece) => all.includes(piece));
    });
  };
}

const ENDED = /(?<=[.!?…。！？]["'”’)\]*_`]*)\s+/u;

function userWords(rows: readonly Row[]): string {
  const words: string[] = [];
  for (const row of rows) {
    if (row.kind === 'entry') {
      if (row.message.role === 'user') for (const part of row.message.parts) if (part.type === 'text') words.push(part.text);
    } else {
      const told = toldText(row);
      for (const line of told.split('\n')) if (line.startsWith(USER_MARK)) words.push(line.slice(USER_MARK.length));
      for (const item of readLedger(told).items) if (item.kind === 'directive') words.push(item.text);
    }
  }
  return words.map(oneLine).join('\n').toWellFormed();
}
