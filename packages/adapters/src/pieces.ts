import { type Message, messageText, type Part, type Row } from '@tenfold/core';

/** A message with the framework's own items it was read from. */
export interface Piece<Item> {
  readonly message: Message;
  readonly items: readonly Item[];
  /** The items with these parts in them, in the order they were read in; a part that is not there is left out. */
  write(parts: readonly (Part | undefined)[]): readonly Item[];
}

/** What a view sends as items: those that no fold touches are the very objects that came. */
export function writePieces<Item>(pieces: readonly Piece<Item>[], rows: readonly Row[], summary: (text: string) => Item): Item[] {
  return rows.flatMap((row): readonly Item[] => {
    if (row.message === null) return [];
    if (row.kind === 'stand-in') return [summary(messageText(row.message))];
    const piece = pieces[row.index];
    if (piece === undefined) return [];
    return row.message === row.entry.message ? piece.items : piece.write(aligned(piece.message.parts, row.message.parts));
  });
}

/** The parts that were changed, each at its old place. Only thinking is ever left out. */
function aligned(before: readonly Part[], after: readonly Part[]): readonly (Part | undefined)[] {
  if (before.length === after.length) return after;
  let next = 0;
  return before.map(({ type }) => (type === 'reasoning' ? undefined : after[next++]));
}
