// Enters tokens, and pieces to be remembered, into the tables, as in src/count/vocabulary.ts.
import {
  FILTER_BITS,
  filter,
  hints,
  LONG_SLOTS,
  LONGER,
  lengths,
  long,
  longBytes,
  longHints,
  MIDDLE_SLOTS,
  middle,
  SHORT_SLOTS,
  short,
  splits,
} from './ground';
import { hintSlot, longHash, longHintSlot, lowBytes, middleHash, shortHash } from './hash';

/** Enters all tokens and their shapes; `shapes` and `bytes` lie as in the asset. */
export function fill(tokens: u32, shapes: u32, bytes: u32): void {
  let shape = shapes;
  let at = bytes;
  let longUsed: u32 = 0;
  for (let rank: u32 = 0; rank < tokens; rank++) {
    const packed: u32 = load<u8>(shape);
    const length: u32 = packed !== 0 ? packed & 15 : load<u8>(shape, 1);
    const split: u32 = packed !== 0 ? packed >> 4 : load<u8>(shape, 2);
    store<u8>(splits + rank, split);
    store<u8>(lengths + rank, length);
    shape += packed !== 0 ? 1 : 3;
    if (length >= 4) addHint(at, length);
    if (length > 16) {
      enterLong(at, length, rank, longUsed);
      longUsed += length;
    } else {
      const hash = length <= 8 ? enterShort(at, length, rank + 1) : enterMiddle(at, length, rank + 1);
      addToFilter(hash);
    }
    at += length;
  }
}

function addHint(at: u32, length: u32): void {
  const place = hints + (hintSlot(at) << 2);
  store<u32>(place, load<u32>(place) | (length > 16 ? LONGER : 1 << length));
}

function addToFilter(hash: u32): void {
  const bit = hash >> (32 - FILTER_BITS);
  const place = filter + ((bit >> 5) << 2);
  store<u32>(place, load<u32>(place) | (1 << (bit & 31)));
}

function enterLong(at: u32, length: u32, rank: u32, used: u32): void {
  const hash = longHash(at, length);
  addToFilter(hash);
  let slot = hash & (LONG_SLOTS - 1);
  while (load<u32>(long + (slot << 4), 4) !== 0) slot = (slot + 1) & (LONG_SLOTS - 1);
  store<u32>(long + (slot << 4), hash);
  store<u32>(long + (slot << 4), rank + 1, 4);
  store<u32>(long + (slot << 4), used, 8);
  memory.copy(longBytes + used, at, length);
  const hint = longHints + longHintSlot(at);
  if (load<u8>(hint) < length) store<u8>(hint, length);
}

export function enterShort(at: u32, length: u32, entry: u32): u32 {
  const key = lowBytes(at, length);
  const hash = shortHash(key, length);
  let slot = hash & (SHORT_SLOTS - 1);
  while (load<u32>(short + slot * 12, 8) !== 0) slot = (slot + 1) & (SHORT_SLOTS - 1);
  store<u64>(short + slot * 12, key);
  store<u32>(short + slot * 12, (entry << 8) | length, 8);
  return hash;
}

export function enterMiddle(at: u32, length: u32, entry: u32): u32 {
  const low = load<u64>(at);
  const high = lowBytes(at + 8, length - 8);
  const hash = middleHash(low, high, length);
  let slot = hash & (MIDDLE_SLOTS - 1);
  while (load<u32>(middle + slot * 20, 16) !== 0) slot = (slot + 1) & (MIDDLE_SLOTS - 1);
  store<u64>(middle + slot * 20, low);
  store<u64>(middle + slot * 20, high, 8);
  store<u32>(middle + slot * 20, (entry << 8) | length, 16);
  return hash;
}
