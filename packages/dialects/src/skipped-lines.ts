import type { FormatError } from './format-error.ts';

/** Lines that could not be read: how many, and which (the first {@link MAX_TOLD}), and what is wrong with the first of them. */
export interface SkippedLines {
  readonly count: number;
  readonly lines: readonly number[];
  readonly first?: FormatError;
}

/** Lines that could not be read which are named one by one. */
export const MAX_TOLD = 1_000;

/** Lines of one kind and another that were left out. */
export function joined(one: SkippedLines, other: SkippedLines): SkippedLines {
  const lines = [...one.lines, ...other.lines].sort((a, b) => a - b).slice(0, MAX_TOLD);
  const [first] = [one.first, other.first].sort((a, b) => (a?.line ?? Infinity) - (b?.line ?? Infinity));
  return { count: one.count + other.count, lines, ...(first && { first }) };
}
