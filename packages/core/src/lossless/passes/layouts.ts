import type { Pass } from '../../pass.ts';
import { foldNumbers } from '../gutter-fold.ts';
import { foldJson } from '../json-fold.ts';
import { foldPaths } from '../path-fold.ts';
import { isReference, losslessDraft, type Piece, pays, piecesOf, shownLines } from '../piece.ts';
import { readableLines } from '../readable.ts';
import { foldRepeats, hasRepeats } from '../repeat-fold.ts';
import type { ToolTable } from '../tool-kinds.ts';

/** Lossless: line numbers are named once instead of written before every line. */
export function guttersPass(tools: ToolTable): Pass {
  return layoutPass({
    id: 'lossless-gutters',
    name: 'Line numbers',
    tools,
    fold(piece) {
      const lines = piece.now === piece.part ? readableLines(piece.part) : null;
      return lines === null ? null : foldNumbers(lines);
    },
  });
}

/** Lossless: lines that repeat the one above are counted. */
export function repeatsPass(tools: ToolTable): Pass {
  return layoutPass({
    id: 'lossless-repeats',
    name: 'Repeated lines',
    tools,
    fold: (piece) => (hasRepeats(shownLines(piece)) ? foldRepeats(piece.shown) : null),
  });
}

/** Lossless: JSON is written without layout, or as a table, where its layout can be put back exactly. */
export function jsonPass(tools: ToolTable): Pass {
  return layoutPass({ id: 'lossless-json', name: 'JSON layout', tools, fold: (piece) => foldJson(piece.shown) });
}

/** Lossless: a path that begins many lines of a list, search or command's output is named once. */
export function pathsPass(tools: ToolTable): Pass {
  return layoutPass({
    id: 'lossless-paths',
    name: 'Shared paths',
    tools,
    fold: (piece) => (piece.use?.kind === 'read' ? null : foldPaths(piece.shown)),
  });
}

/** Another, shorter way to lay a text out, from which the text can be had back byte for byte. */
interface Layout {
  readonly id: string;
  readonly name: string;
  readonly tools: ToolTable;
  /** The piece laid out so; null when it is not of that kind. */
  fold(piece: Piece): string | null;
}

/** A lossless pass that writes tool results down shorter, each by itself: it needs nothing else in view. */
function layoutPass({ id, name, tools, fold }: Layout): Pass {
  return {
    id,
    name,
    when: { type: 'always' },
    propose(problem) {
      return piecesOf(problem, tools).flatMap((piece) => {
        if (!piece.open || !piece.whole || isReference(piece)) return [];
        const body = fold(piece);
        return body !== null && pays(problem, piece, body) ? [losslessDraft(piece, 'rewrite', body)] : [];
      });
    },
  };
}
