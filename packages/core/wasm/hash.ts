// Hashes of tokens, pieces and hints, as in src/count/token-hash.ts and hints.ts.
import { HINT_SLOTS, LONG_HINT_SLOTS } from './ground';

function mix(hash: u32): u32 {
  const half = (hash ^ (hash >> 15)) * 0x2c1b3c6d;
  return half ^ (half >> 13);
}

/** The first one to eight bytes, zero beyond. */
export function lowBytes(at: u32, length: u32): u64 {
  return load<u64>(at) & (u64(-1) >> (64 - (length << 3)));
}

export function shortHash(key: u64, length: u32): u32 {
  return mix((u32(key) * 0x9e3779b1) ^ ((u32(key >> 32) ^ (length << 24)) * 0x85ebca77));
}

export function middleHash(low: u64, high: u64, length: u32): u32 {
  const even = (u32(low) ^ (u32(high) * 0x27d4eb2f)) * 0x9e3779b1;
  const odd = (u32(low >> 32) ^ (u32(high >> 32) * 0x165667b1) ^ (length << 24)) * 0x85ebca77;
  return mix(even ^ odd);
}

export function longHash(at: u32, length: u32): u32 {
  let hash = LONG_START;
  for (let i: u32 = 0; i < length; i++) hash = longStep(hash, at + i);
  return mix(hash);
}

export const LONG_START: u32 = 0x811c9dc5;

export function longStep(hash: u32, at: u32): u32 {
  return (hash ^ load<u8>(at)) * 0x01000193;
}

export function longEnd(hash: u32): u32 {
  return mix(hash);
}

export function hintSlot(at: u32): u32 {
  const hash = load<u32>(at) * 0x9e3779b1;
  return (hash ^ (hash >> 15)) & (HINT_SLOTS - 1);
}

export function longHintSlot(at: u32): u32 {
  const low = (load<u32>(at) * 0x9e3779b1) ^ (load<u32>(at, 4) * 0x85ebca77);
  const high = (load<u32>(at, 8) * 0x27d4eb2f) ^ (load<u32>(at, 12) * 0x165667b1);
  const hash = ((low ^ (high >> 3)) * 0x2c1b3c6d) ^ high;
  return (hash ^ (hash >> 17)) & (LONG_HINT_SLOTS - 1);
}
