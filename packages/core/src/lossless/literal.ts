import type { Part } from '../message.ts';
import { foldPart } from '../part-folds.ts';
import type { Draft, Pass, Problem } from '../pass.ts';
import { callStrings, withCallStrings } from './call-strings.ts';
import { LITERAL, looksFolded } from './marks.ts';
import { losslessDraft, type Piece, piecesOf } from './piece.ts';
import { aboveIn, holdsOutput } from './rebuild.ts';
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
  const alike = lookalikes(pieces);
  if (alike.length === 0) return drafts;
  if (alike.some(({ position, shown }) => problem.seams.fixed(position) || !shown.isWellFormed())) return [];
  const literals = alike.map((piece) => losslessDraft(piece, 'rewrite', literalBody(piece)));
  const carriers = carriersOf(problem, pieces, literals, drafts);
  if (carriers === null) return [];
  return [...literals, ...drafts].map((draft) =>
    literals.includes(draft) || carriers.has(draft) ? { ...draft, group: GROUP } : draft,
  );
}

const GROUP = 'literal';

function literalBody({ part, shown }: Piece): string {
  if (part.type !== 'tool-call') return `${LITERAL}\n${shown}`;
  return JSON.stringify(withCallStrings(part, (text) => (looksFolded(text) ? `${LITERAL}\n${text}` : text)));
}

/** Pieces as they were recorded that a decoder would take for folds. */
function lookalikes(pieces: readonly Piece[]): readonly Piece[] {
  const likely = pieces.filter(
    ({ shown, now, part }) =>
      now === part && (part.type === 'tool-call' ? callStrings(part).some(looksFolded) : looksFolded(shown)),
  );
  if (likely.length === 0) return likely;
  const above = aboveIn(partsByPosition(pieces));
  return likely.filter(({ part, role }) => {
    if (part.type === 'tool-call') return true;
    if (part.type === 'tool-result') return typeof part.output === 'string';
    return part.type === 'text' && role === 'user' && holdsOutput(part.text, above);
  });
}

function partsByPosition(pieces: readonly Piece[]): ReadonlyMap<number, readonly Part[]> {
  const places = new Map<number, Part[]>();
  for (const { position, part } of pieces) {
    const parts = places.get(position);
    if (parts === undefined) places.set(position, [part]);
    else parts.push(part);
  }
  return places;
}

/** The fewest folds that save what the marks cost, those that depend on nothing else first; null when all together do not. */
function carriersOf(
  problem: Problem,
  pieces: readonly Piece[],
  literals: readonly Draft[],
  drafts: readonly Draft[],
): ReadonlySet<Draft> | null {
  const byPart = new Map(pieces.map((piece) => [`${piece.entry}.${piece.index}`, piece.now]));
  const gain = ({ target, body }: Draft) => {
    const part = target.kind === 'part' ? byPart.get(`${target.entry}.${target.index}`) : undefined;
    if (part === undefined || typeof body !== 'string') return 0;
    const weigh = (piece: Part) => problem.count.message({ role: 'tool', parts: [piece] });
    return weigh(part) - weigh(foldPart(part, body));
  };
  let missing = literals.reduce((sum, draft) => sum - gain(draft), 1);
  const carriers = new Set<Draft>();
  const best = drafts.map((draft) => ({ draft, gain: gain(draft), free: draft.origins === undefined ? 1 : 0 }));
  for (const candidate of best.sort((a, b) => b.free - a.free || b.gain - a.gain)) {
    if (missing <= 0) break;
    if (candidate.draft.group !== undefined || candidate.gain <= 0) continue;
    carriers.add(candidate.draft);
    missing -= candidate.gain;
  }
  return missing <= 0 ? carriers : null;
}
