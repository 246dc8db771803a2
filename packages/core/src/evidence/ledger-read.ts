import { errorWeight } from './errors.ts';
import type { EvidenceKind, Found, Outcome } from './item.ts';
import { LEDGER_HEADING, LISTS, type ListName, RAN, RAN_AND_FAILED, USER_MARK } from './ledger.ts';
import { sentencesOf } from './sentences.ts';
import { DEMAND, statementKind } from './statements.ts';

/** What a stored stand-in says of itself: the facts its lists hold, and the rest of its text. */
export interface ReadLedger {
  readonly items: readonly Found[];
  /** The text with blanks in place of headings and of the lists that were read: every other character stands where it stood. */
  readonly prose: string;
}

/** The engine writes no longer ones. */
const LONGEST_ITEM = 640;

interface ReadAs {
  readonly kind: EvidenceKind;
  /** Of what a summary itself listed; what was added under it weighs `below`, since that is where the lighter facts end. */
  readonly weight: number;
  readonly below: number;
  readonly outcome?: Outcome;
}

const READ: Readonly<Partial<Record<ListName, ReadAs>>> = {
  demands: { kind: 'directive', weight: DEMAND, below: DEMAND },
  errors: { kind: 'error', weight: 6, below: 4 },
  failed: { kind: 'command', weight: 7, below: 7, outcome: 'failed' },
  worked: { kind: 'command', weight: 6, below: 6, outcome: 'ok' },
  files: { kind: 'path', weight: 7, below: 5 },
};
const byHeading = new Map<string, ListName>(Object.entries(LISTS).map(([name, heading]) => [heading, name as ListName]));

/** Reads back the lists of a stored text. Demands are believed only in a ledger or behind the mark of the user's own words. */
export function readLedger(text: string): ReadLedger {
  const items: Found[] = [];
  const prose: string[] = [];
  let list: ListName | null = null;
  let trusted = false;
  let at = 0;
  for (const line of text.split('\n')) {
    const start = at;
    at += line.length + 1;
    if (line.startsWith('#') || line === '') {
      list = byHeading.get(line) ?? null;
      if (!line.startsWith('###')) trusted = line === LEDGER_HEADING;
      if (list === 'demands' && !trusted) list = null;
      prose.push(' '.repeat(line.length));
      continue;
    }
    const read = list === null ? undefined : READ[list];
    if (read === undefined) {
      prose.push(line);
      if (line.startsWith('- ') || line.startsWith('  ')) items.push(...stepItems(line, start));
      if (line.startsWith(USER_MARK)) items.push(...ownWords(line, start));
      continue;
    }
    prose.push(' '.repeat(line.length));
    const texts = list === 'files' ? pathsOfLine(line) : [line.trim().replace(/^- /u, '').trimStart()];
    const { below, ...inBody } = read;
    const found = trusted ? { ...inBody, weight: below } : inBody;
    for (const item of texts) {
      if (item === '' || item.length > LONGEST_ITEM) continue;
      items.push({ ...found, text: item, at: start });
    }
  }
  return { items, prose: prose.join('\n') };
}

/** A command that a chronicle tells, or the errors under one. */
function stepItems(line: string, at: number): Found[] {
  if (line.startsWith(RAN)) return [{ kind: 'command', weight: 6, outcome: 'ok', text: line.slice(RAN.length), at }];
  if (line.startsWith(RAN_AND_FAILED))
    return [{ kind: 'command', weight: 7, outcome: 'failed', text: line.slice(RAN_AND_FAILED.length), at }];
  if (!line.startsWith('  ')) return [];
  return line
    .trim()
    .split(' · ')
    .flatMap((piece) => (errorWeight(piece) >= 6 ? [{ kind: 'error' as const, weight: 6, text: piece, at }] : []));
}

function ownWords(line: string, start: number): Found[] {
  return sentencesOf(line.slice(USER_MARK.length)).flatMap((stretch) => {
    const text = line.slice(USER_MARK.length + stretch.start, USER_MARK.length + stretch.end);
    const statement = statementKind(text, true);
    return statement?.kind === 'directive' ? [{ ...statement, text, at: start + USER_MARK.length + stretch.start }] : [];
  });
}

/** The paths of one line of a list of files: one alone, a folder with names in braces, or names with commas between. */
export function pathsOfLine(line: string): readonly string[] {
  const open = line.indexOf('{');
  if (open >= 0 && open <= LONGEST_ITEM && line.endsWith('}')) {
    const folder = line.slice(0, open);
    return line
      .slice(open + 1, -1)
      .split(',')
      .map((name) => folder + name);
  }
  return line.includes(', ') ? line.split(', ') : [line];
}
