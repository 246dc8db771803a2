import type { JsonObject, Part } from '../../message.ts';
import type { Draft, Problem } from '../../pass.ts';
import { type Piece, pays } from '../piece.ts';
import { readableLines, readableText } from '../readable.ts';
import { type Successor, Successors } from '../successors.ts';
import { writtenText } from '../written-text.ts';
import { type PiecePass, piecePass } from './piece-pass.ts';

/**
 * Reversible: what no longer holds is taken out. A read of a file that was read again or edited later, what a call
 * wrote into a file that is shown whole or written whole later, and an older run of an operation that was run again.
 * The newest stays, so does the newest step and everything protected.
 */
export const obsoletePass: PiecePass = piecePass('lossless-obsolete', 'Obsolete state', obsoleteDrafts);

function obsoleteDrafts(problem: Problem, pieces: readonly Piece[]): readonly Draft[] {
  const later = new Successors();
  const drafts: Draft[] = [];
  for (let at = pieces.length - 1; at >= 0; at--) {
    const piece = pieces[at] as Piece;
    const { use, part, position } = piece;
    if (use === undefined) continue;
    const text = part.type === 'tool-call' && use.kind === 'edit' ? writtenText(part) : null;
    const successor = part.type === 'tool-call' ? later.ofCall(use, text) : later.ofOutput(use);
    const isOld = position < problem.seams.newest && !problem.seams.fixed(position);
    if (successor !== null && isOld && piece.shown === readableText(part)) {
      const body = bodyFor(problem, piece, markOf(successor));
      const target = { kind: 'part', entry: piece.entry, index: piece.index } as const;
      if (body !== null) drafts.push({ target, kind: 'suppression', body });
    }
    if (part.type === 'tool-call') later.addCall(use, position, text);
    else if (part.type !== 'tool-result' || !part.isError) later.addOutput(use, position, readableLines(part));
  }
  return drafts.reverse();
}

function markOf({ how, message }: Successor): string {
  return `⟨ Obsolete: ${how} in message #${message} ⟩`;
}

function bodyFor(problem: Problem, piece: Piece, mark: string): string | null {
  if (piece.part.type === 'tool-call') return callWithout(piece.part, mark);
  return piece.open && pays(problem, piece, mark) ? mark : null;
}

/** Strings shorter than this stay: names, paths and flags. */
const SHORT = 120;

/** A call's input with the long strings it wrote replaced; null when it has none. */
function callWithout({ input }: Part & { type: 'tool-call' }, mark: string): string | null {
  if (typeof input === 'string') return input.length > SHORT ? JSON.stringify(mark) : null;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return null;
  let found = false;
  const fields = Object.entries(input as JsonObject).map(([name, value]) => {
    if (typeof value !== 'string' || value.length <= SHORT) return [name, value];
    found = true;
    return [name, mark];
  });
  return found ? JSON.stringify(Object.fromEntries(fields)) : null;
}
