import type { Conversation } from './conversation.ts';
import { project } from './project.ts';
import { type Row, rowsBetween, type StandInRow } from './view.ts';

/**
 * Rows as a summary is to tell of them: where messages were put away without one, they stand here again in place of the
 * note about them, with the records among them. Where some are not at hand, the note stays before those that are.
 */
export function withUntold(rows: readonly Row[], conversation: Conversation): readonly Row[] {
  if (!rows.some(isUntold)) return rows;
  const view = project({ ...conversation, folds: conversation.folds.filter(({ kind, target }) => !hides(kind, target.kind)) });
  return rows.flatMap((row) => {
    if (!isUntold(row)) return [row];
    const beneath = rowsBetween(view, row.from, row.to);
    const there = beneath.filter(isAtHand);
    return there.length === beneath.length ? there : [row, ...there];
  });
}

function isUntold(row: Row): row is StandInRow {
  return row.kind === 'stand-in' && hides(row.fold.kind, row.fold.target.kind);
}

function hides(kind: StandInRow['fold']['kind'], target: 'span' | 'part'): boolean {
  return kind === 'suppression' && target === 'span';
}

/** A host may leave out what a span covers: such an entry has no words. */
function isAtHand(row: Row): boolean {
  return row.kind === 'stand-in' || row.message.parts.length > 0;
}
