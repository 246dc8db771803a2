import type { Draft, Problem } from '../../pass.ts';
import { callStrings } from '../call-strings.ts';
import { copyCallDraft, copyDraft } from '../copies.ts';
import { lineIndex } from '../line-index.ts';
import { looksFolded } from '../marks.ts';
import { isReference, type Piece } from '../piece.ts';
import { readableLines } from '../readable.ts';
import { type PiecePass, piecePass } from './piece-pass.ts';

/** Lossless: runs of lines that stand in any earlier message become references to them, in results and in what calls wrote. */
export const lineRunsPass: PiecePass = piecePass('lossless-line-runs', 'Lines already seen', copyAll);

function copyAll(problem: Problem, pieces: readonly Piece[]): readonly Draft[] {
  const index = lineIndex();
  const sources: Piece[] = [];
  const drafts: Draft[] = [];
  for (const piece of pieces) {
    if (piece.open && piece.whole && !isReference(piece)) {
      const found = copyDraft(problem, piece, index, sources, 'reference');
      if (found !== null) drafts.push(found.draft);
    } else if (isSettledCall(problem, piece)) {
      const draft = copyCallDraft(problem, piece, index, sources);
      if (draft !== null) drafts.push(draft);
    }
    const lines = piece.whole ? readableLines(piece.part) : null;
    if (lines !== null) sources[index.add(lines)] = piece;
  }
  return drafts;
}

/** A call as it was made, that may be folded and that the model has gone on from. */
function isSettledCall({ seams, view }: Problem, { part, now, position, shown }: Piece): boolean {
  if (part.type !== 'tool-call' || now !== part || seams.fixed(position) || !shown.isWellFormed()) return false;
  const [running] = seams.unit(view.transcript.length - 1);
  return position < running && !callStrings(part).some(looksFolded);
}
