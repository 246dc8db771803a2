import { hintsAt, LONGER, longHintsAt } from './hints.ts';
import { type PairMemory, standsBeside } from './pair.ts';
import { LONGEST, longLengths, NONE, rankOf, type Vocabulary } from './vocabulary.ts';

/** Bytes that a run has to go on for, from a place on, so that the token it settles on is tried first there. */
const GOES_ON = 2 * LONGEST;
const FIRST_ROOM = 1 << 10;
const MAX_KEPT = 1 << 20;

/**
 * Counts the tokens byte-pair merging makes of a piece, without merging: takes the longest token at each place, and goes
 * back where it cannot stand beside the one before. No place is left twice, so the time is bounded for any input.
 */
export class Merge {
  /** How many tokens stand so far. */
  count = 0;
  private readonly vocabulary: Vocabulary;
  private readonly pairs: PairMemory;
  private stack = new Int32Array(FIRST_ROOM);
  /** Places, from the piece's start, from which no way leads to its end. */
  private dead = new Uint8Array(FIRST_ROOM);
  private start = 0;
  private end = 0;
  private at = 0;
  private longest = LONGEST;
  /** The byte of the last long run, and the token it settles on. */
  private runOf = -1;
  private settlesOn = NONE;
  private readonly lengths = new Uint8Array(LONGEST);

  constructor(vocabulary: Vocabulary, pairs: PairMemory) {
    this.vocabulary = vocabulary;
    this.pairs = pairs;
  }

  /** The tokens of the piece from `start` to `end`. */
  whole(view: DataView, start: number, end: number): number {
    this.begin(start, end);
    this.run(view, Number.POSITIVE_INFINITY);
    return this.count;
  }

  /** The largest rank among the tokens that stand. */
  largest(): number {
    let rank = 0;
    for (let at = 0; at < this.count; at++) rank = Math.max(rank, this.stack[at] as number);
    return rank;
  }

  /** Sets out on the piece from `start` to `end`. */
  begin(start: number, end: number): void {
    const room = end - start + 1;
    if (this.dead.length < room || this.dead.length > MAX_KEPT) {
      this.stack = new Int32Array(Math.max(room, FIRST_ROOM));
      this.dead = new Uint8Array(Math.max(room, FIRST_ROOM));
    }
    this.start = start;
    this.end = end;
    this.at = start;
    this.count = 0;
    this.longest = LONGEST;
  }

  /** Goes on for at most `steps` tokens; true when the end is reached. `view` holds the piece with 16 readable bytes behind it. */
  run(view: DataView, steps: number): boolean {
    const { stack, dead, start, end, vocabulary } = this;
    let { at, count, longest } = this;
    for (let step = 0; step < steps && at < end; step++) {
      const previous = count === 0 ? NONE : (stack[count - 1] as number);
      const token = this.fitting(view, at, Math.min(end - at, longest), previous);
      if (token !== NONE) {
        stack[count++] = token;
        at += vocabulary.length[token] as number;
        longest = LONGEST;
      } else {
        dead[at - start] = 1;
        const back = vocabulary.length[previous] as number;
        at -= back;
        count--;
        // What a run settles on was tried before the longer ones.
        longest = this.settled(view, at) === previous ? LONGEST : back - 1;
      }
    }
    this.at = at;
    this.count = count;
    this.longest = longest;
    if (at < end) return false;
    dead.fill(0, 0, end - start + 1);
    return true;
  }

  /** The longest token of at most `longest` bytes at `at` that may stand beside `previous` and does not lead to a dead place. */
  private fitting(view: DataView, at: number, longest: number, previous: number): number {
    const vocabulary = this.vocabulary;
    const settled = this.settled(view, at);
    if (settled !== NONE && this.fits(view, at, previous, settled, vocabulary.length[settled] as number)) return settled;
    let lengths = hintsAt(vocabulary.hints, view, at);
    if (longest > 16 && lengths >= LONGER) {
      const most = Math.min(longest, longHintsAt(vocabulary.hints, view, at));
      for (let found = longLengths(vocabulary, view, at, most, this.lengths) - 1; found >= 0; found--) {
        const length = this.lengths[found] as number;
        const token = rankOf(vocabulary, view, at, length);
        if (token !== NONE && this.fits(view, at, previous, token, length)) return token;
      }
    }
    lengths &= longest < 16 ? (2 << longest) - 1 : LONGER - 1;
    while (lengths !== 0) {
      const length = 31 - Math.clz32(lengths);
      lengths ^= 1 << length;
      const token = rankOf(vocabulary, view, at, length);
      if (token !== NONE && this.fits(view, at, previous, token, length)) return token;
    }
    return NONE;
  }

  /**
   * The token that a long run of one byte settles on, the one that stands beside itself; none where no such run goes on at `at`. A longer one
   * would be found not to fit at the run's end only, and every place of the run tried then.
   */
  private settled(view: DataView, at: number): number {
    const byte = view.getUint8(at);
    if (view.getUint8(at + 1) !== byte || this.end - at < GOES_ON) return NONE;
    const four = Math.imul(byte, 0x01010101);
    for (let next = at; next < at + GOES_ON; next += 4) if (view.getInt32(next, true) !== four) return NONE;
    if (byte === this.runOf) return this.settlesOn;
    this.runOf = byte;
    this.settlesOn = NONE;
    const { vocabulary, pairs } = this;
    for (let length = LONGEST; length > 0 && this.settlesOn === NONE; length--) {
      const token = rankOf(vocabulary, view, at, length);
      if (token !== NONE && standsBeside(vocabulary, pairs, view, at + length, token, token)) this.settlesOn = token;
    }
    return this.settlesOn;
  }

  private fits(view: DataView, at: number, previous: number, token: number, length: number): boolean {
    if (this.dead[at - this.start + length] === 1) return false;
    return previous === NONE || standsBeside(this.vocabulary, this.pairs, view, at, previous, token);
  }
}
