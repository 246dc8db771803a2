import { groupedPaths } from './seen-paths.ts';

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
