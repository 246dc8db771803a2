import type { Draft, Problem } from '../pass.ts';
import { withCallStrings } from './call-strings.ts';
import { type CopiedRun, copyLines, hasCopiedLine } from './copied-lines.ts';
import { type DiffLines, type DiffSign, diffLines } from './diff-lines.ts';
import type { LineIndex, Match } from './line-index.ts';
import { charsOf, type Lines, linesOf } from './lines.ts';
import type { Reference } from './marks.ts';
import { losslessDraft, originOf, type Piece, pays, shownLines } from './piece.ts';
import { readableLines } from './readable.ts';

/** Runs of fewer lines are taken only when they have many characters. */
const LINES = 4;
const FEW_CHARS = 20;
const MANY_CHARS = 40;
/** Characters an origin must give in all to be worth naming. */
const MIN_ORIGIN = 64;
/** Characters of a mark that names its origin, and of the head. */
const HEAD_CHARS = 100;

interface Copy {
  readonly from: number;
  readonly count: number;
  readonly source: Piece;
  readonly line: number;
  readonly chars: number;
  readonly sign: DiffSign | '';
}

/** What was found to stand above: the draft, and the share of the piece's characters it copies. */
export interface CopyDraft {
  readonly draft: Draft;
  readonly share: number;
}

/** A draft of a piece as literal lines and references to lines of earlier pieces; null when that does not pay. */
export function copyDraft(
  problem: Problem,
  piece: Piece,
  index: LineIndex,
  sources: readonly Piece[],
  kind: Draft['kind'],
): CopyDraft | null {
  const copied = copiedText(piece, shownLines(piece), index, sources);
  if (copied === null || !pays(problem, piece, copied.body)) return null;
  return {
    draft: losslessDraft(piece, kind, copied.body, originsOf(copied.copies)),
    share: copied.chars / (piece.shown.length + 1),
  };
}

/** A draft of a call whose long strings are told the same way; null when that does not pay. */
export function copyCallDraft(problem: Problem, piece: Piece, index: LineIndex, sources: readonly Piece[]): Draft | null {
  if (piece.part.type !== 'tool-call') return null;
  const copies: Copy[] = [];
  const input = withCallStrings(piece.part, (text) => {
    const copied = text.length < HEAD_CHARS ? null : copiedText(piece, linesOf(text), index, sources);
    if (copied === null || problem.count.text(copied.body) >= problem.count.text(text)) return text;
    for (const copy of copied.copies) copies.push(copy);
    return copied.body;
  });
  if (copies.length === 0) return null;
  const target = { kind: 'part', entry: piece.entry, index: piece.index } as const;
  return { target, kind: 'reference', body: JSON.stringify(input), lossless: true, origins: originsOf(copies) ?? [] };
}

interface CopiedText {
  readonly body: string;
  readonly copies: readonly Copy[];
  readonly chars: number;
}

function copiedText(piece: Piece, lines: Lines, index: LineIndex, sources: readonly Piece[]): CopiedText | null {
  if (hasCopiedLine(lines.text)) return null;
  const copies = worthwhile(copiesOf(lines, index, sources));
  const chars = copies.reduce((sum, copy) => sum + copy.chars, 0);
  if (chars < HEAD_CHARS) return null;
  const runs = copies.map(
    (copy): CopiedRun => ({ ...copy, place: copy.source.place, shift: readableLines(copy.source.part)?.shift ?? 1 }),
  );
  return { body: copyLines(lines, runs, referenceTo(mainSource(copies), piece)), copies, chars };
}

/** What a reader at `piece` is told about an earlier one. */
export function referenceTo(origin: Piece, piece: Piece): Reference {
  const what = origin.use?.label ?? (origin.part.type === 'tool-result' ? 'tool result' : 'message');
  return { place: origin.place, what, ago: piece.place.message - origin.place.message };
}

function copiesOf(lines: Lines, index: LineIndex, sources: readonly Piece[]): readonly Copy[] {
  const copies: Copy[] = [];
  const diff = diffLines(lines);
  let near = -1;
  for (let line = 0; line < lines.count; ) {
    const plain = found(index.find(lines, line, near), lines, line, '');
    const signed = diff === null ? null : signedCopy(diff, index, line, near);
    const best = (signed?.chars ?? 0) > (plain?.chars ?? 0) ? signed : plain;
    if (best === null || best.chars < (best.match.count >= LINES ? FEW_CHARS : MANY_CHARS)) {
      line++;
      continue;
    }
    const { source, count } = best.match;
    copies.push({
      from: line,
      count,
      source: sources[source] as Piece,
      line: best.match.line,
      chars: best.chars,
      sign: best.sign,
    });
    near = source;
    line += count;
  }
  return copies;
}

interface Found {
  readonly match: Match;
  readonly chars: number;
  readonly sign: DiffSign | '';
}

function found(match: Match | null, lines: Lines, line: number, sign: Found['sign']): Found | null {
  return match === null ? null : { match, chars: charsOf(lines, line, line + match.count), sign };
}

/** Lines of a diff that stand without their sign in an earlier piece. */
function signedCopy(diff: DiffLines, index: LineIndex, line: number, near: number): Found | null {
  const sign = diff.signOf(line);
  const match = sign === undefined ? null : index.find(diff.lines, line, near);
  if (match === null || sign === undefined) return null;
  return found({ ...match, count: diff.sameSign(line, match.count) }, diff.lines, line, sign);
}

/** Copies without those of origins that give too little to depend on. */
function worthwhile(copies: readonly Copy[]): readonly Copy[] {
  const given = charsBySource(copies);
  return copies.filter(({ source }) => (given.get(source) ?? 0) >= MIN_ORIGIN);
}

function mainSource(copies: readonly Copy[]): Piece {
  const times = new Map<Piece, number>();
  for (const { source } of copies) times.set(source, (times.get(source) ?? 0) + 1);
  return [...times].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

function charsBySource(copies: readonly Copy[]): ReadonlyMap<Piece, number> {
  const given = new Map<Piece, number>();
  for (const { source, chars } of copies) given.set(source, (given.get(source) ?? 0) + chars);
  return given;
}

/** Each origin once, with the lines of it from the first to the last that are needed. */
function originsOf(copies: readonly Copy[]): Draft['origins'] {
  const spans = new Map<Piece, [number, number]>();
  for (const { source, line, count } of copies) {
    const span = spans.get(source);
    if (span === undefined) spans.set(source, [line + 1, line + count]);
    else {
      span[0] = Math.min(span[0], line + 1);
      span[1] = Math.max(span[1], line + count);
    }
  }
  return [...spans].map(([source, span]) => originOf(source, span));
}
