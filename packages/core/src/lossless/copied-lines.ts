import type { DiffSign } from './diff-lines.ts';
import { type Lines, lineAt } from './lines.ts';
import { COPIED, type CopiedFrom, copiedHead, type Reference, readReference } from './marks.ts';

/** Lines of a part that stand, word for word, at another place above. */
export interface CopiedRun {
  /** First line of the part that is replaced, and how many. */
  readonly from: number;
  readonly count: number;
  readonly place: CopiedFrom;
  /** First line at that place, 0-based. */
  readonly line: number;
  /** What makes that a number people see; the origin's own. */
  readonly shift: number;
  /** What stands before each of these lines here and not there: the sign of a diff, or nothing. */
  readonly sign: DiffSign | '';
}

/** True when a text has a line that would read as copied. */
export function hasCopiedLine(text: string): boolean {
  return text.startsWith(COPIED) || text.includes(`\n${COPIED}`);
}

/** A text with runs of its lines replaced by where they stand. `main` is the place whose runs need no name. */
export function copyLines(lines: Lines, runs: readonly CopiedRun[], main: Reference): string {
  const out = [copiedHead(main)];
  let next = 0;
  for (const run of runs) {
    if (run.from > next) out.push(lines.text.slice(lines.starts[next], lines.ends[run.from - 1]));
    out.push(runMark(run, main.place));
    next = run.from + run.count;
  }
  if (next < lines.count) out.push(lines.text.slice(lines.starts[next]));
  return out.join('\n');
}

/** What a text with copied lines stood for; null when it is none or an origin is not there. */
export function pasteLines(text: string, linesAt: (place: CopiedFrom) => Lines | null): string | null {
  const feed = text.indexOf('\n');
  const head = readReference(feed < 0 ? text : text.slice(0, feed));
  if (head === null || !head.copied || feed < 0) return null;
  const out: string[] = [];
  for (const line of text.slice(feed + 1).split('\n')) {
    if (!line.startsWith(COPIED)) {
      out.push(line);
      continue;
    }
    const copied = copiedFrom(line, head.place, linesAt);
    if (copied === null) return null;
    for (const copy of copied) out.push(copy);
  }
  return out.join('\n');
}

function runMark({ place, line, count, shift, sign }: CopiedRun, main: CopiedFrom): string {
  const from = line + shift;
  const range = count === 1 ? `${from}` : `${from}-${from + count - 1}`;
  if (place.message === main.message && place.part === main.part) return COPIED + sign + range;
  return `${COPIED}${sign}#${place.message}${place.part === 1 ? '' : `.${place.part}`}:${range}`;
}

const RUN = /^↑([+\- ]?)(?:#(\d+)(?:\.(\d+))?:)?(\d+)(?:-(\d+))?$/u;

function copiedFrom(mark: string, main: CopiedFrom, linesAt: (place: CopiedFrom) => Lines | null): readonly string[] | null {
  const found = RUN.exec(mark);
  if (found === null) return null;
  const [, sign = '', message, part = '1', first, last = first] = found;
  const lines = linesAt(message === undefined ? main : { message: Number(message), part: Number(part) });
  if (lines === null) return null;
  const from = Number(first) - lines.shift;
  const to = Number(last) - lines.shift;
  if (from < 0 || to < from || to >= lines.count) return null;
  return Array.from({ length: to - from + 1 }, (_, i) => sign + lineAt(lines, from + i));
}
