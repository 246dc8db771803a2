import type { Draft, Pass, Problem } from '../pass.ts';
import { LITERAL, looksFolded } from './marks.ts';
import { losslessDraft, type Piece, piecesOf } from './piece.ts';
import { readableText } from './readable.ts';
import type { ToolTable } from './tool-kinds.ts';

/**
 * The pass, made safe for texts that read like our own marks: they are marked as literal together with the first
 * folds, so that a decoder never takes them for one. Where that cannot be done the pass stands aside.
 */
export function keepingLiterals(pass: Pass, tools: ToolTable): Pass {
  return { ...pass, propose: (problem) => withLiterals(problem, tools, pass.propose(problem)) };
}

function withLiterals(problem: Problem, tools: ToolTable, drafts: readonly Draft[]): readonly Draft[] {
  if (drafts.length === 0) return drafts;
  const pieces = piecesOf(problem, tools);
  const alike = pieces.filter((piece) => looksFolded(piece.shown) && piece.shown === readableText(piece.part) && isOutput(piece));
  if (alike.length === 0) return drafts;
  const carrier = lightest(drafts, pieces);
  if (carrier === null || alike.some(({ position, shown }) => problem.seams.fixed(position) || !shown.isWellFormed())) return [];
  const literals = alike.map((piece) => ({ ...losslessDraft(piece, 'rewrite', `${LITERAL}\n${piece.shown}`), group: GROUP }));
  return [...literals, ...drafts.map((draft) => (draft === carrier ? { ...draft, group: GROUP } : draft))];
}

const GROUP = 'literal';

function isOutput({ part, use }: Piece): boolean {
  return part.type === 'tool-result' ? typeof part.output === 'string' : part.type === 'text' && use !== undefined;
}

/** The fold that saves most; one that depends on nothing else before one that does. */
function lightest(drafts: readonly Draft[], pieces: readonly Piece[]): Draft | null {
  const shown = new Map(pieces.map((piece) => [`${piece.entry}.${piece.index}`, piece.shown.length]));
  let best: Draft | null = null;
  let most = 0;
  for (const draft of drafts) {
    if (draft.target.kind !== 'part' || typeof draft.body !== 'string' || draft.group !== undefined) continue;
    const saved = (shown.get(`${draft.target.entry}.${draft.target.index}`) ?? 0) - draft.body.length;
    const worth = draft.origins === undefined ? saved * 4 : saved;
    if (worth > most) [best, most] = [draft, worth];
  }
  return best;
}
