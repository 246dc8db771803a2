import type { Draft, Pass } from '../../pass.ts';
import { referenceTo } from '../copies.ts';
import { type LineIndex, lineIndex } from '../line-index.ts';
import { linesOf } from '../lines.ts';
import { ALREADY_PROVIDED, referenceMark } from '../marks.ts';
import { isReference, losslessDraft, originOf, type Piece, pays, piecesOf } from '../piece.ts';
import { readableLines, readableText } from '../readable.ts';
import type { ToolTable } from '../tool-kinds.ts';

/** Lossless: a read whose lines all stand, in one run, in an earlier read of the same file becomes a reference to it. */
export function repeatedReadsPass(tools: ToolTable): Pass {
  return {
    id: 'lossless-repeated-reads',
    name: 'Repeated file reads',
    when: { type: 'always' },
    propose(problem) {
      const drafts: Draft[] = [];
      const files = new Map<string, { index: LineIndex; sources: Piece[] }>();
      for (const piece of piecesOf(problem, tools)) {
        const { use, part } = piece;
        if (use?.kind !== 'read' || use.path === undefined || part.type === 'tool-call') continue;
        const lines = linesOf(readableText(part) as string);
        const seen = files.get(use.path) ?? { index: lineIndex(256), sources: [] };
        files.set(use.path, seen);
        const isPlain = piece.open && piece.whole && !isReference(piece) && piece.shown === lines.text;
        const match = isPlain ? seen.index.find(lines, 0, -1) : null;
        if (match !== null && match.count === lines.count) {
          const origin = seen.sources[match.source] as Piece;
          const body = referenceBody(piece, origin, match.line, match.count);
          if (pays(problem, piece, body)) {
            drafts.push(losslessDraft(piece, 'reference', body, [originOf(origin, [match.line + 1, match.line + match.count])]));
            continue;
          }
        }
        if (piece.whole) seen.sources[seen.index.add(lines)] = piece;
      }
      return drafts;
    },
  };
}

function referenceBody(piece: Piece, origin: Piece, line: number, count: number): string {
  const all = readableLines(origin.part);
  const reference = referenceTo(origin, piece);
  const isAll = all !== null && count === all.count;
  const first = line + (all?.shift ?? 1);
  return `${ALREADY_PROVIDED}\n${referenceMark(isAll ? reference : { ...reference, lines: [first, first + count - 1] })}`;
}
