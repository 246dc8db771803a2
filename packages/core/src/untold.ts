import type { Conversation } from './conversation.ts';
import type { Fold } from './fold.ts';
import { project } from './project.ts';
import { type Row, rowsBetween, type StandInRow } from './view.ts';

/**
 * Rows as a summary is to tell of them: where messages were put away without one, they stand here again in place of the
 * note about them, with the records among them; what only points to its like elsewhere is there in full. Where some are not
 * at hand, the note stays before those that are.
 */
export function withUntold(rows: readonly Row[], conversation: Conversation): readonly Row[] {
  if (!rows.some((row) => isUntold(row) || isPointing(row))) return rows;
  const view = project({ ...conversation, folds: conversation.folds.filter((fold) => !hides(fold) && !points(fold)) });
  const whole = new Map(view.rows.flatMap((row) => (row.kind === 'entry' ? [[row.index, row] as const] : [])));
  return rows.flatMap((row): readonly Row[] => {
    if (isPointing(row)) return [whole.get(row.index) ?? row];
    if (!isUntold(row)) return [row];
    const beneath = rowsBetween(view, row.from, row.to);
    const there = beneath.filter(isAtHand);
    return there.length === beneath.length ? there : [row, ...there];
  });
}

function isUntold(row: Row): row is StandInRow {
  return row.kind === 'stand-in' && hides(row.fold);
}

function hides({ kind, target }: Fold): boolean {
  return kind === 'suppression' && target.kind === 'span';
}

function isPointing(row: Row): boolean {
  return row.kind === 'entry' && row.folds.some(points);
}

function points({ lossless, target }: Fold): boolean {
  return lossless && target.kind === 'part';
}

/** A host may leave out what a span covers: such an entry has no words. */
function isAtHand(row: Row): boolean {
  return row.kind === 'stand-in' || row.message.parts.length > 0;
}
