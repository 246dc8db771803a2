import { type Conversation, positionsOf } from './conversation.ts';
import { unitsOf } from './rules/units.ts';
import type { Seams } from './seam.ts';
import { place } from './undo.ts';
import type { View } from './view.ts';

/** What a check compares: the views before and after a pass. */
export interface Checked {
  readonly conversation: Conversation;
  readonly seams: Seams;
  readonly before: View;
  readonly after: View;
  /** The newest step may lose text: true for the floor alone. */
  readonly mayCutNewest: boolean;
}

/** The first rule a pass broke, in words; null when its result can be kept. */
export function brokenRule(checked: Checked): string | null {
  return (
    outOfOrder(checked) ??
    crossing(checked) ??
    tornUnit(checked) ??
    touchedFixed(checked) ??
    cutNewest(checked) ??
    malformed(checked)
  );
}

function outOfOrder({ after }: Checked): string | null {
  let last = -1;
  for (const row of after.rows) {
    if (row.index <= last) return `Message ${row.index + 1} would stand out of order.`;
    last = row.index;
  }
  return null;
}

/** Two spans that overlap while neither lies in the other. */
function crossing({ conversation }: Checked): string | null {
  const spans = conversation.folds.flatMap((fold) => {
    const range = fold.target.kind === 'span' ? place(conversation, fold) : null;
    return range === null ? [] : [range];
  });
  spans.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const around: (readonly [number, number])[] = [];
  for (const span of spans) {
    while ((around.at(-1)?.[1] ?? Infinity) < span[0]) around.pop();
    const outer = around.at(-1);
    if (outer !== undefined && span[1] > outer[1])
      return `Stand-ins for messages ${outer[0] + 1} to ${outer[1] + 1} and ${span[0] + 1} to ${span[1] + 1} would cross.`;
    around.push(span);
  }
  return null;
}

/** A call whose result is hidden, or the other way round, and was not before: a result can come after its call was folded. */
function tornUnit({ conversation, before, after }: Checked): string | null {
  const { ranges } = unitsOf(conversation.transcript);
  const shown = shownEntries(after);
  const was = shownEntries(before);
  for (const [first, last] of ranges) {
    if (isTorn(shown, first, last) && !isTorn(was, first, last))
      return `Messages ${first + 1} to ${last + 1} belong together and would be torn apart.`;
  }
  return null;
}

function isTorn(shown: Uint8Array, first: number, last: number): boolean {
  for (let index = first + 1; index <= last; index++) if (shown[index] !== shown[first]) return true;
  return false;
}

function touchedFixed({ conversation, seams, before, after }: Checked): string | null {
  const now = new Map(after.rows.map((row) => [row.index, row]));
  for (const row of before.rows) {
    if (row.kind !== 'entry' || !seams.fixed(row.index)) continue;
    const still = now.get(row.index);
    if (still?.kind !== 'entry' || still.message !== row.message)
      return `Message ${row.index + 1} is protected and would be changed.`;
  }
  const at = positionsOf(conversation.transcript);
  for (const id of conversation.protected) {
    const index = at.get(id);
    if (index !== undefined && now.get(index)?.kind !== 'entry') return `Message ${index + 1} is protected and would be hidden.`;
  }
  return null;
}

function cutNewest({ seams, before, after, mayCutNewest }: Checked): string | null {
  if (mayCutNewest) return null;
  const now = new Map(after.rows.map((row) => [row.index, row]));
  for (const row of before.rows) {
    if (row.index < seams.newest || row.kind !== 'entry') continue;
    const still = now.get(row.index);
    if (still?.kind !== 'entry') return `Message ${row.index + 1} belongs to the newest step and would be hidden.`;
    if (still.folds.some((fold) => !fold.lossless && !row.folds.includes(fold))) {
      return `Message ${row.index + 1} belongs to the newest step and would lose text.`;
    }
  }
  return null;
}

function malformed({ after }: Checked): string | null {
  for (const row of after.rows) {
    const folds = row.kind === 'stand-in' ? [row.fold] : row.folds;
    for (const fold of folds) if (!fold.text.isWellFormed()) return `The stand-in ${fold.id} is not well-formed Unicode.`;
  }
  return null;
}

function shownEntries(view: View): Uint8Array {
  const shown = new Uint8Array(view.transcript.length);
  for (const row of view.rows) if (row.kind === 'entry') shown[row.index] = 1;
  return shown;
}
