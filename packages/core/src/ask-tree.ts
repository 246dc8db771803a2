import type { Ask } from './ask.ts';
import type { Counter } from './counter.ts';
import { graphemeStart } from './cut.ts';
import type { Piece } from './material.ts';
import { mergePrompt } from './prompts.ts';

/** A label and a newline around each piece of merged material, bounded from above. */
const JOIN = 4;

/** What an ask over some pieces should look like. */
export interface AskShape {
  readonly instructions: string;
  readonly maxTokens: number;
  /** Tokens for instructions and material together. */
  readonly room: number;
  readonly count: Counter;
  readonly profile?: string;
}

/** One ask over all pieces; a tree of asks when they are more than the summariser's window takes. */
export function askFor(pieces: readonly Piece[], shape: AskShape): Ask {
  const capacity = roomFor(shape.instructions, shape);
  const fitting = pieces.flatMap((piece) => splitPiece(piece, capacity, shape.count));
  const total = fitting.reduce((sum, piece) => sum + piece.tokens, 0);
  if (total <= capacity) return flat(fitting, shape, shape.maxTokens);
  const chunks = chunked(fitting, capacity);
  const merge = { ...shape, instructions: mergePrompt() };
  // Leaves together must fit the merging ask; each may still say more than its share of the final text.
  const share = Math.max(64, Math.floor(roomFor(merge.instructions, merge) / chunks.length) - JOIN);
  const asks = chunks.map((chunk) => {
    const size = chunk.reduce((sum, piece) => sum + piece.tokens, 0);
    return flat(chunk, shape, Math.max(64, Math.min(share, shape.maxTokens, Math.ceil(size / 2))));
  });
  return mergeOf(asks, merge);
}

function mergeOf(asks: readonly Ask[], shape: AskShape): Ask {
  const capacity = roomFor(shape.instructions, shape);
  const groups = chunked(
    asks.map((ask) => ({ ask, tokens: ask.expected + JOIN })),
    capacity,
  );
  if (groups.length > 1 && groups.length < asks.length) {
    return mergeOf(
      groups.map((group) =>
        mergeOf(
          group.map(({ ask }) => ask),
          shape,
        ),
      ),
      shape,
    );
  }
  const tokens = asks.reduce((sum, ask) => sum + ask.expected + JOIN, shape.count.text(shape.instructions));
  return { ...named(shape), material: asks, maxTokens: shape.maxTokens, expected: shape.maxTokens, tokens };
}

function flat(pieces: readonly Piece[], shape: AskShape, maxTokens: number): Ask {
  const size = pieces.reduce((sum, piece) => sum + piece.tokens, 0);
  const expected = Math.min(maxTokens, size);
  return {
    ...named(shape),
    material: pieces.map((piece) => piece.text),
    maxTokens,
    expected,
    tokens: size + shape.count.text(shape.instructions),
  };
}

function named({ instructions, profile }: AskShape): { instructions: string; profile?: string } {
  return profile === undefined ? { instructions } : { instructions, profile };
}

function roomFor(instructions: string, { room, count }: AskShape): number {
  return Math.max(64, room - count.text(instructions));
}

function chunked<T extends { tokens: number }>(items: readonly T[], capacity: number): T[][] {
  const chunks: T[][] = [];
  let size = Infinity;
  for (const item of items) {
    if (size + item.tokens > capacity) {
      chunks.push([]);
      size = 0;
    }
    chunks.at(-1)?.push(item);
    size += item.tokens;
  }
  return chunks;
}

/** A piece in halves until each fits; no grapheme is torn. */
function splitPiece(piece: Piece, capacity: number, count: Counter): readonly Piece[] {
  if (piece.tokens <= capacity) return [piece];
  const tokens = count.text(piece.text);
  const middle = graphemeStart(piece.text, Math.ceil(piece.text.length / 2));
  if (tokens <= capacity || middle <= 0) return [{ text: piece.text, tokens }];
  const half = (text: string) => splitPiece({ text, tokens: Infinity }, capacity, count);
  return [...half(piece.text.slice(0, middle)), ...half(piece.text.slice(middle))];
}
