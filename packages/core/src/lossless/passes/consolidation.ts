import type { Draft, Problem } from '../../pass.ts';
import { referenceTo } from '../copies.ts';
import { consolidatedMark, referenceMark } from '../marks.ts';
import { isReference, losslessDraft, originOf, type Piece, pays } from '../piece.ts';
import { readableText } from '../readable.ts';
import { type PiecePass, piecePass } from './piece-pass.ts';

/** Lossless: lists, searches and commands that answered the same again refer to the first answer. Errors and other answers stay. */
export const consolidationPass: PiecePass = piecePass('lossless-consolidation', 'Repeated operations', consolidated);

function consolidated(problem: Problem, pieces: readonly Piece[]): readonly Draft[] {
  const drafts: Draft[] = [];
  const seen = new Map<string, { origin: Piece; times: number }[]>();
  for (const piece of pieces) {
    const { use, part } = piece;
    if (use === undefined || use.key === '' || part.type === 'tool-call' || !piece.whole) continue;
    if (part.type === 'tool-result' && part.isError) continue;
    const answers = seen.get(use.key) ?? [];
    seen.set(use.key, answers);
    const text = readableText(part);
    const same = answers.find(({ origin }) => readableText(origin.part) === text);
    if (same === undefined) {
      if (answers.length < MAX_ANSWERS) answers.push({ origin: piece, times: 1 });
      continue;
    }
    same.times++;
    if (!piece.open || isReference(piece) || piece.shown !== text) continue;
    const body = `${consolidatedMark(same.times, use.label)}\n${referenceMark(referenceTo(same.origin, piece))}`;
    if (pays(problem, piece, body)) drafts.push(losslessDraft(piece, 'reference', body, [originOf(same.origin)]));
  }
  return drafts;
}

/** Different answers remembered of one operation, so that a command run without end stays cheap. */
const MAX_ANSWERS = 16;
