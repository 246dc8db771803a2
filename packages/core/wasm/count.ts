// AssemblyScript. The whole way from bytes to a count as src/count/ goes it in plain code, on the same memory; tests hold the two together.
// `npm run gen:wasm` compiles it.
import { enterMiddle, enterShort } from './enter';
import { LONGEST, MOST_MERGED, REMEMBERED, registers } from './ground';
import { knownCount } from './lookup';
import { memorize, pieceHash, recalled } from './memo';
import { merged } from './merge';
import { pieceEnd } from './piece';

export { fill } from './enter';
export { lay } from './ground';

/** Counts from `start` to `end` and leaves three words in the registers: the count, where it stopped, where the piece there ends. */
export function count(start: u32, end: u32): void {
  let at = start;
  let next = start;
  let total: u32 = 0;
  while (at < end) {
    next = pieceEnd(at, end);
    const length = next - at;
    let tokens = knownCount(at, length);
    if (tokens === 0) {
      if (length > MOST_MERGED) break;
      tokens = unknownCount(at, next);
    }
    total += tokens;
    at = next;
  }
  store<u32>(registers, total);
  store<u32>(registers, at, 4);
  store<u32>(registers, next, 8);
}

/** Room for pieces among the tokens is in the registers 3 and 4, the arena's fill in 5. */
function unknownCount(at: u32, end: u32): u32 {
  const length = end - at;
  if (length > LONGEST) return merged(at, end);
  if (length <= 16 && load<i32>(registers, 12) > 0 && load<i32>(registers, 16) > 0) {
    const tokens = merged(at, end);
    const room = registers + (length <= 8 ? 12 : 16);
    store<i32>(room, load<i32>(room) - 1);
    if (length <= 8) enterShort(at, length, REMEMBERED | tokens);
    else enterMiddle(at, length, REMEMBERED | tokens);
    return tokens;
  }
  if (length < 4) return merged(at, end);
  const hash = pieceHash(at, length);
  const known = recalled(hash, at, length);
  if (known !== 0) return known;
  const tokens = merged(at, end);
  memorize(hash, at, length, tokens);
  return tokens;
}
