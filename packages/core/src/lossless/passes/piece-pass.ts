import type { Draft, Pass, Problem } from '../../pass.ts';
import { type Piece, piecesOf } from '../piece.ts';
import type { ToolTable } from '../tool-kinds.ts';

/** A pass over the readable parts of a view, as a table of tools tells what they are. */
export type PiecePass = (tools: ToolTable) => Pass;

/** Makes a pass of what it proposes for all parts, in order. */
export function piecePass(
  id: string,
  name: string,
  propose: (problem: Problem, pieces: readonly Piece[]) => readonly Draft[],
): PiecePass {
  return (tools) => ({ id, name, when: { type: 'always' }, propose: (problem) => propose(problem, piecesOf(problem, tools)) });
}
