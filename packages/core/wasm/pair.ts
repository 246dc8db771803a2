// Which tokens stand side by side, as in src/count/pair.ts.
import { lefts, lengths, NONE, PAIR_SLOTS, pairs, rights, splits } from './ground';
import { rankOf } from './lookup';

export function standsBeside(at: u32, left: u32, right: u32): bool {
  const mixed = (left * 0x9e3779b1) ^ (right * 0x85ebca77);
  const slot = pairs + (((mixed ^ (mixed >> 15)) & (PAIR_SLOTS - 1)) << 3);
  const known = load<u32>(slot, 4);
  if (load<u32>(slot) === left + 1 && known >> 1 === right) return (known & 1) === 1;
  const answer = undo(at, left, right);
  store<u32>(slot, left + 1);
  store<u32>(slot, (right << 1) | u32(answer), 4);
  return answer;
}

function undo(at: u32, leftToken: u32, rightToken: u32): bool {
  let left = leftToken;
  let right = rightToken;
  let limit: u32 = NONE;
  while (true) {
    const before: u32 = load<u8>(lengths + left);
    const joined = rankOf(at - before, before + load<u8>(lengths + right));
    if (joined !== NONE && joined < limit) return false;
    if (left > right) {
      limit = left;
      left = rightPart(at, left);
      if (left === NONE) return true;
    } else {
      limit = right + 1;
      right = leftPart(at, right);
      if (right === NONE) return true;
    }
  }
}

function rightPart(at: u32, token: u32): u32 {
  const split: u32 = load<u8>(splits + token);
  if (split === 0) return NONE;
  const known = load<u32>(rights + (token << 2));
  if (known !== 0) return known - 1;
  const length = load<u8>(lengths + token) - split;
  const part = rankOf(at - length, length);
  store<u32>(rights + (token << 2), part + 1);
  return part;
}

function leftPart(at: u32, token: u32): u32 {
  const split: u32 = load<u8>(splits + token);
  if (split === 0) return NONE;
  const known = load<u32>(lefts + (token << 2));
  if (known !== 0) return known - 1;
  const part = rankOf(at, split);
  store<u32>(lefts + (token << 2), part + 1);
  return part;
}
