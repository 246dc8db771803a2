import { pays } from '../piece.ts';
import { readableText } from '../readable.ts';
import { withoutNoise } from '../terminal-noise.ts';
import { type PiecePass, piecePass } from './piece-pass.ts';

/** Reversible: colours, cursor movements and progress that a terminal has painted over are taken out of old outputs. */
export const noisePass: PiecePass = piecePass('lossless-noise', 'Terminal noise', (problem, pieces) =>
  pieces.flatMap((piece) => {
    const { entry, position, index, part, shown } = piece;
    if (!piece.open || position >= problem.seams.newest || shown !== readableText(part)) return [];
    const body = withoutNoise(shown);
    if (body === shown || !pays(problem, piece, body)) return [];
    return [{ target: { kind: 'part' as const, entry: entry, index }, kind: 'rewrite' as const, body }];
  }),
);
