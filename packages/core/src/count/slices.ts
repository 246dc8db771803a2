import { codePointStart } from '../cut.ts';
import { Merge } from './merge.ts';
import { pieceEnd } from './piece.ts';
import { MARGIN } from './shared-memory.ts';
import { type Tables, tables } from './tables.ts';
import { knownLong, rememberLong, withoutRuns } from './text.ts';
import { unknownPiece } from './unknown-piece.ts';
import { knownCount } from './vocabulary.ts';

/** UTF-16 units encoded, bytes scanned and tokens merged between two yields: a fraction of a millisecond each. */
const UNITS = 1 << 16;
const BYTES = 1 << 15;
const TOKENS = 1 << 11;

/**
 * Counts a long text in slices: yields the tokens so far, so that the caller can let others run in between, and returns what
 * `countText` would, which finds it done then. One unbroken run of letters is scanned in one go, about a millisecond a megabyte.
 */
export function* countSlices(text: string): Generator<number, number, void> {
  const known = knownLong(text);
  if (known !== undefined) return known;
  const tokens = yield* countAnew(text);
  rememberLong(text, tokens);
  return tokens;
}

function* countAnew(text: string): Generator<number, number, void> {
  const known = tables();
  const bytes = new Uint8Array(text.length * 3 + MARGIN);
  const [end, taken] = withoutRuns(known, bytes, 0, yield* encodeSlices(text, bytes));
  bytes.fill(0, end, end + MARGIN);
  const view = new DataView(bytes.buffer);
  let count = taken;
  let pause = BYTES;
  for (let at = 0; at < end; ) {
    const next = pieceEnd(known.classes, bytes, view, at, end);
    const tokens = knownCount(known.vocabulary, view, at, next - at);
    if (tokens !== 0) count += tokens;
    else if (next - at <= TOKENS) count += unknownPiece(known, view, at, next);
    else {
      // Finding its end may have taken long already.
      if (next - at > BYTES) yield count;
      count += yield* mergeSlices(known, view, at, next, count);
    }
    at = next;
    if (at >= pause && at < end) {
      yield count;
      pause = at + BYTES;
    }
  }
  return count;
}

function* encodeSlices(text: string, into: Uint8Array): Generator<number, number, void> {
  const encoder = new TextEncoder();
  let written = 0;
  for (let from = 0; from < text.length; ) {
    const to = codePointStart(text, Math.min(from + UNITS, text.length));
    written += encoder.encodeInto(text.slice(from, to), into.subarray(written)).written;
    from = to;
    if (from < text.length) yield 0;
  }
  return written;
}

/** A long piece needs a place of its own to stop in the middle. */
function* mergeSlices(
  known: Tables,
  view: DataView,
  start: number,
  end: number,
  before: number,
): Generator<number, number, void> {
  const merge = new Merge(known.vocabulary, known.pairs);
  merge.begin(start, end);
  while (!merge.run(view, TOKENS)) yield before + merge.count;
  return merge.count;
}
