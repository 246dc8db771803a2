import type { Ask, Scope } from './ask.ts';
import type { Counter } from './counter.ts';
import { codePointStart, graphemeStart } from './cut.ts';
import { type Piece, requestMaterial } from './material.ts';
import { lengthNote, mergePrompt } from './prompts.ts';

/** A label and a newline around each piece of merged material, bounded from above. */
const JOIN = 20;
/** No answer is asked to be shorter than this many tokens, and no ask has less room. */
const LEAST = 64;
/** Parts may together say this much more than the text they are merged into: enough to choose from, and not paid for n times over. */
const SPARE = 1.25;
/** Answers seldom use all they may, and say less of what is short anyway: shares of the limit and of the material that are expected. */
const EXPECTED = { ofLimit: 0.85, ofMaterial: 0.15 } as const;

/** What an ask over some pieces should look like. */
export interface AskShape {
  readonly instructions: string;
  readonly maxTokens: number;
  /** Tokens of the whole stand-in the answer is a part of. */
  readonly whole?: number;
  /** Tokens for instructions and material together. */
  readonly room: number;
  readonly count: Counter;
  readonly scope?: Scope;
  readonly request?: string;
  readonly profile?: string;
  readonly beside?: number;
}

/** One ask over all pieces; a tree of asks when they are more than the summarizer's window takes. */
export function askFor(pieces: readonly Piece[], shape: AskShape): Ask {
  const ask = treeFor(pieces, shape);
  return shape.whole === undefined ? ask : { ...ask, whole: shape.whole };
}

function treeFor(pieces: readonly Piece[], shape: AskShape): Ask {
  const capacity = roomFor(shape.instructions, shape);
  const fitting = pieces.flatMap((piece) => splitPiece(piece, capacity, shape.count));
  if (weightOf(fitting) <= capacity) return flat(fitting, shape, shape.maxTokens);
  const chunks = chunked(fitting, capacity);
  const merge = { ...shape, instructions: mergePrompt(shape.scope) };
  // Answers together must fit the merging ask; each says somewhat more than its share of the final text.
  const most = shareOf(roomFor(merge.instructions, merge), chunks.length, shape.maxTokens);
  const perToken = Math.min(0.5, (SPARE * shape.maxTokens) / weightOf(fitting));
  const limitOf = (chunk: readonly Piece[]) => Math.max(LEAST, Math.min(most, Math.ceil(weightOf(chunk) * perToken)));
  return mergeOf(
    chunks.map((chunk) => flat(chunk, shape, limitOf(chunk))),
    merge,
  );
}

/** Asks merged by one more; by a level of merges in between while their answers are more than one ask takes. */
function mergeOf(asks: readonly Ask[], shape: AskShape): Ask {
  const capacity = roomFor(shape.instructions, shape);
  const groups = chunked(
    asks.map((ask) => ({ ask, tokens: ask.maxTokens + JOIN })),
    capacity,
  ).map((group) => group.map(({ ask }) => ask));
  if (groups.length === 1 || groups.length === asks.length) return join(asks, shape, shape.maxTokens);
  const share = shareOf(capacity, groups.length, shape.maxTokens);
  return mergeOf(
    groups.map((group) => join(group, shape, share)),
    shape,
  );
}

function join(asks: readonly Ask[], shape: AskShape, maxTokens: number): Ask {
  const said = asks.reduce((sum, ask) => sum + ask.expected, 0);
  const tokens = said + JOIN * asks.length + framing(shape.instructions, shape);
  return { ...named(shape), material: asks, maxTokens, expected: expectedOf(maxTokens, said), tokens };
}

/** Limit of each of `count` answers that are to fit one ask together. */
function shareOf(capacity: number, count: number, most: number): number {
  return Math.max(LEAST, Math.min(most, Math.floor(capacity / count) - JOIN));
}

function weightOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, piece) => sum + piece.tokens, 0);
}

function flat(pieces: readonly Piece[], shape: AskShape, maxTokens: number): Ask {
  const size = weightOf(pieces);
  return {
    ...named(shape),
    material: pieces.map((piece) => piece.text),
    maxTokens,
    expected: expectedOf(maxTokens, size * EXPECTED.ofMaterial),
    tokens: size + framing(shape.instructions, shape),
  };
}

/** What an answer is expected to weigh when there is `most` to tell. */
function expectedOf(maxTokens: number, most: number): number {
  return Math.max(1, Math.ceil(Math.min(maxTokens * EXPECTED.ofLimit, most)));
}

function named({ instructions, scope, request, profile, beside }: AskShape): Named {
  return {
    instructions,
    ...(scope === undefined ? {} : { scope }),
    ...(request === undefined ? {} : { request }),
    ...(profile === undefined ? {} : { profile }),
    ...(beside === undefined ? {} : { beside }),
  };
}

type Named = Pick<Ask, 'instructions' | 'scope' | 'request' | 'profile' | 'beside'>;

function roomFor(instructions: string, shape: AskShape): number {
  return Math.max(LEAST, shape.room - framing(instructions, shape));
}

/** Tokens of what stands around the material, bounded from above. */
export function framing(
  instructions: string,
  { count, maxTokens, request, beside = 0 }: Pick<AskShape, 'count' | 'maxTokens' | 'request' | 'beside'>,
): number {
  const shown = request === undefined ? 0 : count.text(requestMaterial(request)) + 1;
  return count.text(instructions) + count.text(lengthNote(Math.max(LEAST, maxTokens))) + shown + beside;
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

/** A piece in slices of about equal length until each fits. No grapheme is torn, unless one alone is larger than a slice. */
function splitPiece(piece: Piece, capacity: number, count: Counter): readonly Piece[] {
  if (piece.tokens <= capacity) return [piece];
  const { text } = piece;
  const tokens = count.text(text) + 1;
  if (tokens <= capacity || text.length <= 2) return [{ text, tokens }];
  const slices = Math.max(2, Math.ceil((tokens * 1.05) / capacity));
  const out: Piece[] = [];
  let from = 0;
  for (let slice = 1; slice <= slices; slice++) {
    const even = Math.ceil((text.length * slice) / slices);
    const whole = graphemeStart(text, even);
    const to = whole > from ? whole : codePointStart(text, even);
    if (to <= from) continue;
    for (const fitting of splitPiece({ text: text.slice(from, to), tokens: Infinity }, capacity, count)) out.push(fitting);
    from = to;
  }
  return out;
}
