import type { Compiled } from './compiled.ts';
import { LONG_RUN, shortenRuns, tokensOfPeriod } from './long-runs.ts';
import { pieceEnd } from './piece.ts';
import { MARGIN } from './shared-memory.ts';
import { type Tables, tables } from './tables.ts';
import { countSegments, unknownPiece } from './unknown-piece.ts';
import { knownCount } from './vocabulary.ts';

const encoder = new TextEncoder();
/** Bytes that compiled code counts in one go: an engine puts better code in place only between two calls. */
const STRETCH = 1 << 13;
/** Texts from this length on are worth remembering: messages that hold them come and go, and counting them takes long. */
const LONG = 1 << 14;
/** Letters of all texts that are remembered; the newest is, however long. */
const MAX_LETTERS = 1 << 23;

const longTexts = new Map<string, number>();
let letters = 0;

/**
 * The number of o200k_base tokens of `text`, exactly. No string makes it throw: text that looks like a special token is plain
 * text, a lone surrogate counts as U+FFFD. Time is bounded for any input; use `countSlices` where even a few milliseconds matter.
 */
export function countText(text: string): number {
  const remembered = text.length < LONG ? undefined : knownLong(text);
  if (remembered !== undefined) return remembered;
  const known = tables();
  const { memory } = known;
  const { read, written } = encoder.encodeInto(text, known.text);
  if (read < text.length) return countLong(known, text);
  const start = memory.textStart;
  const [end, taken] = written < LONG_RUN ? [start + written, 0] : withoutRuns(known, memory.bytes, start, start + written);
  memory.bytes.fill(0, end, end + MARGIN);
  if (memory.compiled === undefined) return taken + countPieces(known, memory.bytes, memory.view, start, end);
  return taken + countCompiled(known, memory.compiled, start, end);
}

/** A text too long for the shared memory is counted in memory that is given back. */
function countLong(known: Tables, text: string): number {
  const bytes = new Uint8Array(text.length * 3 + MARGIN);
  const { written } = encoder.encodeInto(text, bytes);
  const [end, taken] = withoutRuns(known, bytes, 0, written);
  bytes.fill(0, end, end + MARGIN);
  return taken + countPieces(known, bytes, new DataView(bytes.buffer), 0, end);
}

const periods = new Map<number, number>();

/** Takes long runs out of bytes that are to be counted: where they end then, behind which zeros belong, and the tokens taken out. */
export function withoutRuns(
  known: Tables,
  bytes: Uint8Array,
  start: number,
  end: number,
): readonly [end: number, tokens: number] {
  return shortenRuns(bytes, start, end, (byte) => periodOf(known, byte));
}

function periodOf(known: Tables, byte: number): number {
  const tokens = periods.get(byte) ?? tokensOfPeriod((length) => countRun(known, byte, length));
  periods.set(byte, tokens);
  return tokens;
}

function countRun(known: Tables, byte: number, length: number): number {
  const bytes = new Uint8Array(length + MARGIN).fill(byte, 0, length);
  return countPieces(known, bytes, new DataView(bytes.buffer), 0, length);
}

function countPieces(known: Tables, bytes: Uint8Array, view: DataView, start: number, end: number): number {
  const { vocabulary, classes } = known;
  let count = 0;
  for (let at = start; at < end; ) {
    const next = pieceEnd(classes, bytes, view, at, end);
    const tokens = knownCount(vocabulary, view, at, next - at);
    count += tokens !== 0 ? tokens : unknownPiece(known, view, at, next);
    at = next;
  }
  return count;
}

/** Compiled code counts all but very long pieces, a stretch at a time. */
function countCompiled(known: Tables, compiled: Compiled, start: number, end: number): number {
  const { memory, registers } = known;
  let count = 0;
  for (let at = start; at < end; ) {
    compiled.count(at, Math.min(at + STRETCH, end), end);
    count += registers[0] as number;
    at = registers[1] as number;
    const next = registers[2] as number;
    if (next > at) count += countSegments(known, memory.view, at, next);
    at = next;
  }
  return count;
}

/** The count of a long text that was counted in slices lately. */
export function knownLong(text: string): number | undefined {
  return longTexts.size === 0 ? undefined : longTexts.get(text);
}

/** Remembers the count of a text if it is long; the oldest make room for it. */
export function rememberLong(text: string, tokens: number): void {
  if (text.length < LONG || longTexts.has(text)) return;
  longTexts.set(text, tokens);
  letters += text.length;
  for (const oldest of longTexts.keys()) {
    if (letters <= MAX_LETTERS || longTexts.size === 1) return;
    longTexts.delete(oldest);
    letters -= oldest.length;
  }
}
