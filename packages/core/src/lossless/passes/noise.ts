import type { Pass } from '../../pass.ts';
import { pays, piecesOf } from '../piece.ts';
import { readableText } from '../readable.ts';
import { withoutNoise } from '../terminal-noise.ts';
import type { ToolTable } from '../tool-kinds.ts';

/** Reversible: colours, cursor movements and progress that a terminal has painted over are taken out of old outputs. */
export function noisePass(tools: ToolTable): Pass {
  return {
    id: 'lossless-noise',
    name: 'Terminal noise',
    when: { type: 'always' },
    propose(problem) {
      return piecesOf(problem, tools).flatMap((piece) => {
        const { entry, position, index, part, shown } = piece;
        if (!piece.open || position >= problem.seams.newest || shown !== readableText(part)) return [];
        const body = withoutNoise(shown);
        if (body === shown || !pays(problem, piece, body)) return [];
        return [{ target: { kind: 'part' as const, entry: entry, index }, kind: 'rewrite' as const, body }];
      });
    },
  };
}
