// Pieces met before, as in src/count/memo.ts.
import { ARENA_WORDS, arena, MEMO_SLOTS, memo, registers } from './ground';

export function pieceHash(at: u32, length: u32): u32 {
  let hash = length * 0x9e3779b1;
  const last = length - 4;
  for (let i: u32 = 0; i < last; i += 4) {
    hash = (hash ^ load<u32>(at + i)) * 0x85ebca77;
    hash ^= hash >> 15;
  }
  hash = (hash ^ load<u32>(at + last)) * 0x2c1b3c6d;
  return hash ^ (hash >> 15);
}

export function recalled(hash: u32, at: u32, length: u32): u32 {
  const slot = memo + ((hash & (MEMO_SLOTS - 1)) << 4);
  const shape = load<u32>(slot, 8);
  if (load<u32>(slot) !== hash || shape >> 16 !== length) return 0;
  let place = arena + (load<u32>(slot, 4) << 2);
  const last = length - 4;
  for (let i: u32 = 0; i < last; i += 4) {
    if (load<u32>(place) !== load<u32>(at + i)) return 0;
    place += 4;
  }
  return load<u32>(place) === load<u32>(at + last) ? shape & 0xffff : 0;
}

export function memorize(hash: u32, at: u32, length: u32, tokens: u32): void {
  let used = load<u32>(registers, 20);
  if (used + (length >> 2) + 1 > ARENA_WORDS) {
    memory.fill(memo, 0, MEMO_SLOTS << 4);
    used = 0;
  }
  const slot = memo + ((hash & (MEMO_SLOTS - 1)) << 4);
  store<u32>(slot, hash);
  store<u32>(slot, used, 4);
  store<u32>(slot, (length << 16) | tokens, 8);
  const last = length - 4;
  for (let i: u32 = 0; i < last; i += 4) store<u32>(arena + (used++ << 2), load<u32>(at + i));
  store<u32>(arena + (used++ << 2), load<u32>(at + last));
  store<u32>(registers, used, 20);
}
