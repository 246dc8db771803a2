import { hashOf, type Lines } from './lines.ts';

/** What a unified diff writes before a line. */
export type DiffSign = '+' | '-' | ' ';

/** The lines of a unified diff without their signs. */
export interface DiffLines {
  readonly lines: Lines;
  /** How many lines from `line` on, at most `count`, have the sign of the first. */
  sameSign(line: number, count: number): number;
  /** The sign of a line; undefined for lines that have none. */
  signOf(line: number): DiffSign | undefined;
}

/** The lines of a text that holds a diff, so that they can be found in the files it speaks of; null when it holds none. */
export function diffLines(given: Lines): DiffLines | null {
  const { text, count } = given;
  if (!text.includes('\n@@ ')) return null;
  const starts = given.starts.slice();
  const hashes = given.hashes.slice();
  const signOf = (line: number): DiffSign | undefined => {
    const start = given.starts[line] as number;
    const first = start < (given.ends[line] as number) ? text[start] : undefined;
    return first === '+' || first === '-' || first === ' ' ? first : undefined;
  };
  for (let line = 0; line < count; line++) {
    if (signOf(line) === undefined) continue;
    starts[line] = (given.starts[line] as number) + 1;
    hashes[line] = hashOf(text, starts[line] as number, given.ends[line] as number);
  }
  return {
    lines: { ...given, starts, hashes },
    signOf,
    sameSign(line, most) {
      const sign = signOf(line);
      let same = 0;
      while (same < most && signOf(line + same) === sign) same++;
      return sign === undefined ? 0 : same;
    },
  };
}
