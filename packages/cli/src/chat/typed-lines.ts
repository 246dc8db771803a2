import { EMPTY_COMPOSITION } from '@tenfold/core';
import type { Editor } from './editor.ts';

/** Lines that were sent before, and where among them a person is looking. */
export interface TypedLines {
  /** The oldest first. */
  readonly lines: readonly string[];
  /** Which of them is shown; null when what is being typed is. */
  readonly at: number | null;
  /** What was being typed before looking back. */
  readonly draft: Editor | null;
}

/** Lines kept, and letters of the longest that is. */
export const MAX_LINES = 500;
export const LONGEST_LINE = 10_000;

/** The lines at the beginning of a chat. */
export function typedLines(lines: readonly string[]): TypedLines {
  return { lines: lines.slice(-MAX_LINES), at: null, draft: null };
}

/** The lines with one more that was sent; one that is the same as the last is kept once, a very long one not at all. */
export function remembered({ lines }: TypedLines, line: string): TypedLines {
  const isKept = line.trim() !== '' && line.length <= LONGEST_LINE && line !== lines.at(-1);
  return typedLines(isKept ? [...lines, line] : lines);
}

/** One line further back (-1) or towards what is being typed (1), and the editor with it; nothing where there is none. */
export function lookedBack(
  { lines, at, draft }: TypedLines,
  editor: Editor,
  by: -1 | 1,
): { readonly typed: TypedLines; readonly editor: Editor } | undefined {
  const next = (at ?? lines.length) + by;
  if (next < 0 || next > lines.length || (at === null && by > 0)) return undefined;
  if (next === lines.length) return { typed: { lines, at: null, draft: null }, editor: draft ?? editor };
  const text = lines[next] ?? '';
  const shown = { composition: { ...EMPTY_COMPOSITION, text }, caret: text.length };
  return { typed: { lines, at: next, draft: at === null ? editor : draft }, editor: shown };
}
