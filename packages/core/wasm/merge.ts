// The tokens of a piece, as in src/count/merge.ts.
import { ALWAYS, dead, hints, LONGER, LONGEST, lengths, longHints, NONE, stack } from './ground';
import { hintSlot, longHintSlot } from './hash';
import { markLong, rankOf, takeLong } from './lookup';
import { standsBeside } from './pair';

/** The tokens of a piece: longest match, going back where two cannot stand side by side. Long runs of one byte are taken out of a text before. */
export function merged(start: u32, end: u32): u32 {
  let at = start;
  let tokens: u32 = 0;
  let longest: u32 = LONGEST;
  let stuck = false;
  while (at < end) {
    const previous = tokens === 0 ? NONE : load<u32>(stack + ((tokens - 1) << 2));
    const room = end - at;
    const token = fitting(start, at, end, room < longest ? room : longest, previous);
    if (token !== NONE) {
      store<u32>(stack + (tokens << 2), token);
      tokens++;
      at += fittingLength;
      longest = LONGEST;
    } else {
      store<u8>(dead + (at - start), 1);
      stuck = true;
      const back: u32 = load<u8>(lengths + previous);
      at -= back;
      tokens--;
      longest = settled(at, end) === previous ? LONGEST : back - 1;
    }
  }
  if (stuck) memory.fill(dead, 0, end - start + 1);
  return tokens;
}

/** The length of the token that `fitting` found last. */
let fittingLength: u32 = 0;

function fitting(start: u32, at: u32, end: u32, longest: u32, previous: u32): u32 {
  const first = settled(at, end);
  if (first !== NONE) {
    fittingLength = load<u8>(lengths + first);
    if (fits(start, at, previous, first, fittingLength)) return first;
  }
  let fours = load<u32>(hints + (hintSlot(at) << 2)) | ALWAYS;
  if (longest > 16 && fours >= LONGER) {
    const most: u32 = load<u8>(longHints + longHintSlot(at));
    markLong(at, most < longest ? most : longest);
    for (let length = takeLong(); length !== 0; length = takeLong()) {
      const token = rankOf(at, length);
      if (token !== NONE && fits(start, at, previous, token, length)) {
        fittingLength = length;
        return token;
      }
    }
  }
  fours &= longest < 16 ? (2 << longest) - 1 : LONGER - 1;
  while (fours !== 0) {
    const length = 31 - clz(fours);
    fours ^= 1 << length;
    const token = rankOf(at, length);
    if (token !== NONE && fits(start, at, previous, token, length)) {
      fittingLength = length;
      return token;
    }
  }
  return NONE;
}

/** The token that a long run of one byte settles on; none where no such run goes on at `at`. */
function settled(at: u32, end: u32): u32 {
  const byte: u32 = load<u8>(at);
  if (load<u8>(at, 1) !== byte || end - at < GOES_ON) return NONE;
  const eight = (byte as u64) * 0x01010101 * 0x100000001;
  for (let next = at; next < at + GOES_ON; next += 8) if (load<u64>(next) !== eight) return NONE;
  if (byte === runOf) return settlesOn;
  runOf = byte;
  settlesOn = NONE;
  for (let length = LONGEST; length > 0 && settlesOn === NONE; length--) {
    const token = rankOf(at, length);
    if (token !== NONE && standsBeside(at + length, token, token)) settlesOn = token;
  }
  return settlesOn;
}

/** The byte of the last long run, and the token it settles on. */
let runOf: u32 = 256;
let settlesOn: u32 = NONE;

/** Bytes that a run has to go on for. */
const GOES_ON: u32 = 2 * LONGEST;

function fits(start: u32, at: u32, previous: u32, token: u32, length: u32): bool {
  if (load<u8>(dead + (at - start + length)) === 1) return false;
  return previous === NONE || standsBeside(at, previous, token);
}
