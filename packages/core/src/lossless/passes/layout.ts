import type { Pass } from '../../pass.ts';
import { isReference, losslessDraft, pays, piecesOf } from '../piece.ts';
import type { ToolTable } from '../tool-kinds.ts';

/** Another, shorter way to lay a text out, and the way back. */
export interface Layout {
  readonly id: string;
  readonly name: string;
  readonly tools: ToolTable;
  fold(text: string): string | null;
  unfold(text: string): string | null;
}

/** A lossless pass that writes tool results down shorter, each by itself: it needs nothing else in view. */
export function layoutPass({ id, name, tools, fold, unfold }: Layout): Pass {
  return {
    id,
    name,
    when: { type: 'always' },
    propose(problem) {
      return piecesOf(problem, tools).flatMap((piece) => {
        if (!piece.open || !piece.whole || isReference(piece)) return [];
        const body = fold(piece.shown);
        if (body === null || unfold(body) !== piece.shown || !pays(problem, piece, body)) return [];
        return [losslessDraft(piece, 'rewrite', body)];
      });
    },
  };
}
