// AssemblyScript. The whole way from bytes to a count as src/count/ goes it in plain code, on the same memory; tests hold the two together.
// `npm run gen:wasm` compiles it.
import { MOST_MERGED, registers } from './ground';
import { knownCount } from './lookup';
import { pieceEnd } from './piece';
import { unknownPiece } from './unknown-piece';

export { fill } from './enter';
export { text } from './ground';

/**
 * Counts the pieces of a text that ends at `end`, from `start` until one reaches `stop`, and leaves three words in the registers: the
 * count, where it stopped, and where the piece there ends that it left out; the same place when it left none out.
 */
export function count(start: u32, stop: u32, end: u32): void {
  let at = start;
  let next = start;
  let total: u32 = 0;
  while (at < stop) {
    next = pieceEnd(at, end);
    const length = next - at;
    let tokens = knownCount(at, length);
    if (tokens === 0) {
      if (length > MOST_MERGED) break;
      tokens = unknownPiece(at, next);
    }
    total += tokens;
    at = next;
  }
  store<u32>(registers, total);
  store<u32>(registers, at, 4);
  store<u32>(registers, next, 8);
}
