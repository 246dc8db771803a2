import type { Counter } from '../counter.ts';
import { rowTokens } from '../project.ts';
import { type Row, toldText } from '../view.ts';
import { type Choice, ordersDue, writeChoice } from './choice.ts';
import { findEvidence } from './find.ts';
import { scoreEvidence } from './held.ts';
import type { EvidenceItem, EvidenceScore, Unit } from './item.ts';
import { disarm, type ListName, ledgerText, lineOf, oneLine, readLedger, USER_MARK } from './ledger.ts';
import { indexShare } from './names.ts';
import { assignVoices, type Passage, passagesOf } from './passage.ts';
import { sentencesOf, statementKind } from './sentences.ts';
import { unitsOf } from './units.ts';
import { finderIn } from './words.ts';

/** A stand-in as it is stored, and what it kept. */
export interface Mended {
  readonly text: string;
  readonly evidence: EvidenceScore;
}

/**
 * A summary with what it dropped under it, as far as `limit` tokens for the whole stand-in allow, however short the summary is: standing
 * orders, the state of the work, an index of names, and what a weighted coverage finds that the summary does not say.
 * Where the request that stands only `continues`, the last full one is carried too. What the summary claims to be the user's own words stays marked so only where a user said them.
 */
export function mend(body: string, rows: readonly Row[], given: number, count: Counter, continues = false): Mended {
  const said = saidBy(rows);
  const told = markOrders(disarm(body.toWellFormed(), said), said);
  const { limit, text: safe } = besideOrders(told, rows, given, count);
  const items = findEvidence(rows);
  const written = ledgerFor(safe, rows, items, { limit, count, continues });
  // Room that was given for a person's orders alone is nobody else's where none of them fit into it.
  const isOver = limit > given && !readLedger(written).items.some(({ kind }) => kind === 'directive');
  const ledger = isOver ? ledgerFor(safe, rows, items, { limit: given, count, continues }) : written;
  const text = ledger === '' ? safe : `${safe}\n\n${ledger}`;
  return { text, evidence: scoreEvidence(items, text) };
}

/** A summary in which the points that are nothing but an order in a person's own words say so: unmarked they would be anybody's when it is folded again. */
function markOrders(body: string, said: (words: string) => boolean): string {
  return body.replace(/^- (?!User:)(.+)$/gmu, (line, words: string) => {
    const isOrder = sentencesOf(words).some(
      ({ start, end }) => statementKind(words.slice(start, end), true)?.kind === 'directive',
    );
    return isOrder && said(words.trim()) ? `${USER_MARK}${words}` : line;
  });
}

/** What a summary tells as a person's own words. */
function ownLines(body: string): string {
  return body
    .split('\n')
    .filter((line) => line.startsWith(USER_MARK))
    .join('\n');
}

/** Tokens a stand-in may have however little it is given, where a person's orders need them. */
const FOR_ORDERS = 300;

/** A summary so long that a person's orders would not fit beside it loses lines of its longest lists; where that is not enough, the stand-in may be longer. */
function besideOrders(body: string, rows: readonly Row[], given: number, count: Counter): { text: string; limit: number } {
  const most = ordersDue(given);
  if (count.text(body) <= given - most.all) return { text: body, limit: given };
  const own = assignVoices(rows.flatMap(passagesOfRow)).filter(({ voice }) => voice === 'user' || voice === 'record');
  const asked = unitsOf(own).filter(({ kind, byPerson }) => ASKED.has(kind) && byPerson === true);
  const weightOf = (units: readonly Unit[]) => units.reduce((sum, { text }) => sum + count.text(text) + LINE, 0);
  const isTold = finderIn(ownLines(body));
  const told = asked.filter(({ text }) => isTold(text));
  const open = asked.filter(({ text }) => !isTold(text));
  if (open.length === 0) return { text: body, limit: given };
  const wishes = (units: readonly Unit[]) => weightOf(units.filter(({ kind }) => kind === 'wish'));
  // What may only be meant to hold has its own share, and the summary may have told as much of it.
  const doubtful = Math.min(wishes(open), Math.max(0, most.wishes - wishes(told)));
  const due = Math.min(most.all, weightOf(open.filter(({ kind }) => kind === 'order')) + doubtful) + HEADINGS;
  const sections = body.split(/^(?=#)/mu).map((section) => section.split('\n'));
  for (;;) {
    const text = sections.map((lines) => lines.join('\n')).join('');
    const longest = sections.toSorted((a, b) => b.length - a.length)[0] ?? [];
    const needed = count.text(text) + due;
    if (longest.length < 3 || needed <= given) return { text, limit: Math.max(given, Math.min(FOR_ORDERS, needed)) };
    longest.splice(-2, 1);
  }
}

const ASKED: ReadonlySet<Unit['kind']> = new Set(['order', 'wish']);
/** Tokens of the headings over a list of orders, and of a line beside its words. */
const HEADINGS = 40;
const LINE = 4;

function ledgerFor(
  told: string,
  rows: readonly Row[],
  items: readonly EvidenceItem[],
  { limit, count, continues }: { limit: number; count: Counter; continues: boolean },
): string {
  const room = limit - count.text(told) - 2;
  if (room <= 0) return '';
  const folded = rows.reduce((sum, row) => sum + rowTokens(row, count), 0);
  return writeChoice({
    passages: assignVoices(rows.flatMap(passagesOfRow)),
    count,
    room,
    limit,
    told,
    ordered: ownLines(told),
    request: continues,
    running: false,
    names: indexShare(limit, folded),
    paths: items
      .filter(({ kind }) => kind === 'path')
      .toSorted((a, b) => b.weight - a.weight || b.source.position - a.source.position)
      .map(({ text }) => text),
    // Questions of one moment are no state.
    takes: ({ kind, voice }) => kind !== 'question' || voice === 'record',
    write: (choice) => ledgerText(listsOf(choice), choice.names, choice.seen),
  });
}

function listsOf({ units, request, plan, standing, files }: Choice): ReadonlyMap<ListName, readonly string[]> {
  const lists = new Map<ListName, string[]>();
  for (const unit of units) {
    const list = listFor(unit);
    const line = list === 'facts' && unit.byPerson === true ? `${OWN}${lineOf(unit.text)}` : lineOf(unit.text);
    const lines = lists.get(list);
    if (lines === undefined) lists.set(list, [line]);
    else lines.push(line);
  }
  const asked = request.split('\n').flatMap((line) => (line.trim() === '' ? [] : [`${USER_MARK}${line.trim()}`]));
  const written = [...files].map(([path, state]) => `${path} (${state})`);
  return new Map<ListName, readonly string[]>([
    ...lists,
    ['request', asked],
    ['plan', plan],
    ['standing', standing.map(lineOf)],
    ['written', written],
  ]);
}

/** Points of a list begin with the rest of the mark. */
const OWN = USER_MARK.slice(2);

function passagesOfRow(row: Row): readonly Passage[] {
  if (row.kind === 'entry') return passagesOf(row.message).map((passage) => ({ ...passage, text: passage.text.toWellFormed() }));
  return row.message === null ? [] : [{ voice: 'record', text: toldText(row), part: 0 }];
}

function listFor({ kind, outcome, byPerson }: Unit): ListName {
  if (ASKED.has(kind) && byPerson === true) return 'demands';
  if (kind === 'command') return outcome === 'failed' ? 'failed' : 'worked';
  if (kind === 'error') return 'errors';
  return kind === 'decision' || kind === 'reason' ? 'decisions' : kind === 'question' ? 'questions' : 'facts';
}

/** Whether a user said some words, in these rows or in a record of earlier ones. */
function saidBy(rows: readonly Row[]): (words: string) => boolean {
  let said: string | null = null;
  return (words) => {
    said ??= userWords(rows);
    const all = said;
    return sentencesOf(words).every(({ start, end }) => {
      const sentence = words.slice(start, end).replace(/(?<=[^.…])…$/u, '');
      // What stood on lines of its own may have become one sentence where it was put on one.
      return all.includes(sentence) || sentence.split(ENDED).every((piece) => all.includes(piece.replace(/…$/u, '')));
    });
  };
}

const ENDED = /(?<=[.!?…。！？]["'”’)\]*_`]{0,4})\s+/u;

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
