import { LEDGER_HEADING, LISTS, type ListName, lineOf } from './ledger-format.ts';
import { groupedPaths } from './seen-paths.ts';

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
