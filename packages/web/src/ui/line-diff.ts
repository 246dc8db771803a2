import { diffLines } from 'diff';

/** Lines that stayed, went or came. */
export interface DiffPiece {
  readonly kind: 'same' | 'gone' | 'new';
  readonly lines: readonly string[];
}

/** Beyond this many edits a diff says nothing; the texts are shown as gone and new. */
const MAX_EDITS = 800;
const MAX_CHARACTERS = 400_000;

/** What changed between two texts, by lines; bounded, however different they are. */
export function lineDiff(before: string, after: string): DiffPiece[] {
  const changes =
    before.length + after.length > MAX_CHARACTERS ? undefined : diffLines(before, after, { maxEditLength: MAX_EDITS });
  if (changes === undefined) return [piece('gone', before), piece('new', after)].filter(({ lines }) => lines.length > 0);
  return changes.map(({ value, added, removed }) => piece(added ? 'new' : removed ? 'gone' : 'same', value));
}

/** Lines at each end of a long stretch that stayed. */
const EDGE = 3;

/** Long stretches that stayed, shortened to their edges, with how many lines are left out. */
export function withoutMiddles(pieces: readonly DiffPiece[]): (DiffPiece | { kind: 'left-out'; count: number })[] {
  return pieces.flatMap((one): (DiffPiece | { kind: 'left-out'; count: number })[] => {
    const { kind, lines } = one;
    if (kind !== 'same' || lines.length <= 2 * EDGE + 1) return [one];
    return [
      { kind, lines: lines.slice(0, EDGE) },
      { kind: 'left-out', count: lines.length - 2 * EDGE },
      { kind, lines: lines.slice(-EDGE) },
    ];
  });
}

function piece(kind: DiffPiece['kind'], text: string): DiffPiece {
  if (text === '') return { kind, lines: [] };
  return { kind, lines: (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n') };
}
