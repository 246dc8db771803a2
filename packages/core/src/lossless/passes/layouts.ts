import { foldNumbers } from '../gutter-fold.ts';
import { foldJson } from '../json-fold.ts';
import { foldPaths } from '../path-fold.ts';
import { isReference, losslessDraft, type Piece, pays, shownLines } from '../piece.ts';
import { readableLines } from '../readable.ts';
import { foldRepeats, hasRepeats } from '../repeat-fold.ts';
import { type PiecePass, piecePass } from './piece-pass.ts';

/** Lossless: line numbers are named once instead of written before every line. */
export const guttersPass: PiecePass = layoutPass('lossless-gutters', 'Line numbers', (piece) => {
  const lines = piece.now === piece.part ? readableLines(piece.part) : null;
  return lines === null ? null : foldNumbers(lines);
});

/** Lossless: lines that repeat the one above are counted. */
export const repeatsPass: PiecePass = layoutPass('lossless-repeats', 'Repeated lines', (piece) =>
  hasRepeats(shownLines(piece)) ? foldRepeats(piece.shown) : null,
);

/** Lossless: JSON is written without layout, or as a table, where its layout can be put back exactly. */
export const jsonPass: PiecePass = layoutPass('lossless-json', 'JSON layout', (piece) => foldJson(piece.shown));

/** Lossless: a path that begins many lines of a list, search or command's output is named once. */
export const pathsPass: PiecePass = layoutPass('lossless-paths', 'Shared paths', (piece) =>
  piece.use?.kind === 'read' ? null : foldPaths(piece.shown),
);

/**
 * A lossless pass that writes tool results down another, shorter way, each by itself, from which the text can be had back byte for
 * byte; `fold` gives null for a piece that is not of its kind.
 */
function layoutPass(id: string, name: string, fold: (piece: Piece) => string | null): PiecePass {
  return piecePass(id, name, (problem, pieces) =>
    pieces.flatMap((piece) => {
      if (!piece.open || !piece.whole || isReference(piece)) return [];
      const body = fold(piece);
      return body !== null && pays(problem, piece, body) ? [losslessDraft(piece, 'rewrite', body)] : [];
    }),
  );
}
