import type { EvidenceKind, Found, Outcome } from './item.ts';
import { errorWeight } from './outcomes.ts';
import { groupedPaths } from './paths.ts';
import { DEMAND, sentencesOf, statementKind } from './sentences.ts';

/** Opens the lists under a summary. Only the engine writes this line: it is made harmless in every text it did not write. */
export const LEDGER_HEADING = '## Evidence';
/** Most of a stand-in that may be lists under it. */
export const LEDGER_SHARE = 0.4;
/** Opens a line that holds nothing but the user's own words, word for word. */
export const USER_MARK = '- User: ';

/** Open a line that holds a command, by how it ended; what came of it stands under it, indented. */
export const RAN = '- $ ';
export const RAN_AND_FAILED = '- ✗ $ ';

/** The lists of a ledger, in order. Lists of commands, errors and files are read back wherever they stand. */
export const LISTS = {
  request: '### Last full request',
  demands: '### Demands of the user',
  plan: '### Plan',
  standing: '### Standing error',
  next: '### What comes next',
  decisions: '### Decisions',
  questions: '### Open questions',
  facts: '### Facts',
  errors: '### Errors',
  failed: '### Commands that failed',
  worked: '### Commands that worked',
  written: '### Files written',
  files: '### Files',
  names: '### Also named',
} as const;

/** Names one of the lists. */
export type ListName = keyof typeof LISTS;

const ENDS = /[\r\n\u2028\u2029]/u;

/** Words that were wrapped, on one line. */
export function oneLine(text: string): string {
  return ENDS.test(text) ? text.replace(/\s+/gu, (gap) => (ENDS.test(gap) ? ' ' : gap)) : text;
}

/** A fact as one line of a list: it can neither end the list nor open another. */
export function lineOf(text: string): string {
  const line = oneLine(text).trim();
  return line.startsWith('#') ? ` ${line}` : line;
}

/** A text in which no ledger begins and no line claims to be the user's words unless `said` confirms it. */
export function disarm(text: string, said: (words: string) => boolean): string {
  const marks = text.includes('Evidence') ? text.replace(/^([^\S\n]{0,8}#{1,6}[^\S\n]{0,8}Evidence)/gmu, '$1 (as told)') : text;
  if (!marks.includes('User:')) return marks;
  return marks.replace(/^[^\S\n]{0,8}[-*•][^\S\n]{0,8}User:(.*)$/gmu, (line, words: string) =>
    line.startsWith(USER_MARK) && said(words.trim()) ? line : `- User, as told:${words}`,
  );
}

/** Lists under their headings, sentences as points, then the index: files in full, those that were only shown by folder; other names in a row. */
export function ledgerText(
  lists: ReadonlyMap<ListName, readonly string[]>,
  names: readonly string[],
  seen: readonly string[] = [],
): string {
  const paths = names.filter((name) => name.includes('/') && !name.includes('://') && !/[{},\s]/u.test(name));
  const files = new Set(paths);
  const others = names.filter((name) => !files.has(name));
  const lines: string[] = [];
  for (const name of Object.keys(LISTS) as ListName[]) {
    const own = lists.get(name) ?? [];
    const given =
      name === 'files'
        ? [...own, ...paths.toSorted(), ...groupedPaths(seen)]
        : name === 'names' && others.length > 0
          ? [lineOf(others.join('; '))]
          : own;
    if (given.length > 0) lines.push(LISTS[name], ...(POINTS.has(name) ? given.map((line) => `- ${line}`) : given));
  }
  return lines.length === 0 ? '' : [LEDGER_HEADING, ...lines].join('\n');
}

/** Lists of sentences are written as points. */
const POINTS: ReadonlySet<ListName> = new Set(['demands', 'decisions', 'questions', 'facts']);

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
