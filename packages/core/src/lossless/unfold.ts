import { pasteLines } from './copied-lines.ts';
import { unfoldGutters } from './gutter-fold.ts';
import { unfoldJson } from './json-fold.ts';
import type { Lines } from './lines.ts';
import { ALREADY_PROVIDED, BLOCK, type CopiedFrom, LITERAL, looksFolded, readReference } from './marks.ts';
import { unfoldPaths } from './path-fold.ts';
import { unfoldRepeats } from './repeat-fold.ts';

/** What a decoder knows of the parts above: their text, and its lines without gutters. */
export interface Above {
  text(place: CopiedFrom): string | null;
  lines(place: CopiedFrom): Lines | null;
}

/** Folds may stack; no honest part has more layers. */
const MAX_LAYERS = 8;

/** What a text was before it was folded. */
export interface Unfolded {
  readonly text: string;
  /** True when it was the one text of a list. */
  readonly block: boolean;
}

/** The original of a part as it is rendered; the same text where nothing is folded or an origin is not there. */
export function unfold(shown: string, above: Above): Unfolded {
  let text = shown;
  let block = false;
  for (let layer = 0; layer < MAX_LAYERS && looksFolded(text); layer++) {
    if (text.startsWith(`${LITERAL}\n`)) return { text: text.slice(LITERAL.length + 1), block };
    const isBlock = text.startsWith(`${BLOCK}\n`);
    const below = isBlock ? text.slice(BLOCK.length + 1) : unfoldLayer(text, above);
    if (below === null) return { text: shown, block: false };
    block ||= isBlock;
    text = below;
  }
  return { text, block };
}

function unfoldLayer(text: string, above: Above): string | null {
  return (
    unfoldGutters(text) ??
    unfoldRepeats(text) ??
    unfoldJson(text) ??
    unfoldPaths(text) ??
    pasteLines(text, (place) => above.lines(place)) ??
    unfoldReference(text, above)
  );
}

/** A part that is nothing but a reference, with the mark before it that says why. */
function unfoldReference(text: string, above: Above): string | null {
  const feed = text.indexOf('\n');
  const reason = feed < 0 ? '' : text.slice(0, feed);
  if (feed >= 0 && !isReason(reason)) return null;
  const reference = readReference(text.slice(feed + 1));
  if (reference === null || reference.copied) return null;
  if (reference.lines === undefined) return above.text(reference.place);
  const lines = above.lines(reference.place);
  return lines === null ? null : rawLines(lines, reference.lines);
}

/** True for a line that says why a reference follows on the next. */
export function isReason(line: string): boolean {
  return line === ALREADY_PROVIDED || /^⟨ Consolidated \d+ operations: .* ⟩$/u.test(line);
}

/** Lines by their numbers, gutters included. */
export function rawLines({ text, shift, count, starts, ends }: Lines, [first, last]: readonly [number, number]): string | null {
  const from = first - shift;
  const to = last - shift;
  if (from < 0 || to < from || to >= count) return null;
  return text.slice(from === 0 ? 0 : (ends[from - 1] as number) + 1, ends[to] ?? starts[to]);
}
