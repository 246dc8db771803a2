import type { Draft, Problem } from '../../pass.ts';
import { copyDraft } from '../copies.ts';
import { type LineIndex, lineIndex } from '../line-index.ts';
import { isReference, type Piece } from '../piece.ts';
import { readableLines } from '../readable.ts';
import { type PiecePass, piecePass } from './piece-pass.ts';

/** A delta that copies less of a file than this is left to the search for lines anywhere. */
const MIN_SHARE = 0.8;

/** Lossless: a file read again is told as what differs from what is in view of it: reads, writes and edits of the same path. */
export const deltasPass: PiecePass = piecePass('lossless-deltas', 'Files read again', deltas);

interface Versions {
  readonly index: LineIndex;
  readonly sources: Piece[];
}

function deltas(problem: Problem, pieces: readonly Piece[]): readonly Draft[] {
  const drafts: Draft[] = [];
  const files = new Map<string, Versions>();
  for (const piece of pieces) {
    const { use } = piece;
    if (use === undefined) continue;
    const seen = use.kind === 'read' && use.path !== undefined ? files.get(use.path) : undefined;
    if (seen !== undefined && piece.open && piece.whole && !isReference(piece)) {
      const found = copyDraft(problem, piece, seen.index, seen.sources, 'delta');
      if (found !== null && found.share >= MIN_SHARE) drafts.push(found.draft);
    }
    const lines = piece.whole ? readableLines(piece.part) : null;
    if (lines === null) continue;
    for (const path of new Set([...(use.path === undefined ? [] : [use.path]), ...use.writes])) {
      const versions = files.get(path) ?? { index: lineIndex(), sources: [] };
      files.set(path, versions);
      versions.sources[versions.index.add(lines)] = piece;
    }
  }
  return drafts;
}
