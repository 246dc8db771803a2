import type { Draft, Problem } from '../../pass.ts';
import { referenceTo } from '../copies.ts';
import { type LineIndex, lineIndex, type Match } from '../line-index.ts';
import type { Lines } from '../lines.ts';
import { ALREADY_PROVIDED, referenceMark } from '../marks.ts';
import { losslessDraft, originOf, type Piece, pays } from '../piece.ts';
import { readableLines } from '../readable.ts';
import { rawLines } from '../unfold.ts';
import { type PiecePass, piecePass } from './piece-pass.ts';

/** Lossless: a read whose lines all stand, in one run, in an earlier read of the same file becomes a reference to it. */
export const repeatedReadsPass: PiecePass = piecePass('lossless-repeated-reads', 'Repeated file reads', repeatedReads);

function repeatedReads(problem: Problem, pieces: readonly Piece[]): readonly Draft[] {
  const drafts: Draft[] = [];
  const files = new Map<string, { index: LineIndex; sources: Piece[] }>();
  for (const piece of pieces) {
    const { use, part } = piece;
    if (use?.kind !== 'read' || use.path === undefined || part.type === 'tool-call') continue;
    const lines = readableLines(part) as Lines;
    const seen = files.get(use.path) ?? { index: lineIndex(), sources: [] };
    files.set(use.path, seen);
    const isPlain = piece.open && piece.whole && piece.shown === lines.text;
    const match = isPlain ? seen.index.find(lines, 0, -1) : null;
    const origin = match === null ? undefined : seen.sources[match.source];
    if (match !== null && origin !== undefined && isCopy(lines, match, origin)) {
      const body = referenceBody(piece, origin, match.line, match.count);
      if (pays(problem, piece, body)) {
        drafts.push(losslessDraft(piece, 'reference', body, [originOf(origin, [match.line + 1, match.line + match.count])]));
        continue;
      }
    }
    if (piece.whole) seen.sources[seen.index.add(lines)] = piece;
  }
  return drafts;
}

/** True when a match is all of the lines, their gutters included. */
function isCopy(lines: Lines, { line, count }: Match, origin: Piece): boolean {
  const source = readableLines(origin.part);
  if (source === null || count !== lines.count) return false;
  const first = line + source.shift;
  return rawLines(source, [first, first + count - 1]) === lines.text;
}

function referenceBody(piece: Piece, origin: Piece, line: number, count: number): string {
  const all = readableLines(origin.part);
  const reference = referenceTo(origin, piece);
  const isAll = all !== null && count === all.count;
  const first = line + (all?.shift ?? 1);
  return `${ALREADY_PROVIDED}\n${referenceMark(isAll ? reference : { ...reference, lines: [first, first + count - 1] })}`;
}
