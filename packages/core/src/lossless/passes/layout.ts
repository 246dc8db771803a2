import type { Pass } from '../../pass.ts';
import { isReference, losslessDraft, type Piece, pays, piecesOf } from '../piece.ts';
import type { ToolTable } from '../tool-kinds.ts';

/** Another, shorter way to lay a text out, from which the text can be had back byte for byte. */
export interface Layout {
  readonly id: string;
  readonly name: string;
  readonly tools: ToolTable;
  /** The piece laid out so; null when it is not of that kind. */
  fold(piece: Piece): string | null;
}

/** A lossless pass that writes tool results down shorter, each by itself: it needs nothing else in view. */
export function layoutPass({ id, name, tools, fold }: Layout): Pass {
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
