// Tokens by their bytes, as in src/count/vocabulary.ts.
import {
  FILTER_BITS,
  filter,
  LONG_SLOTS,
  LONGEST,
  lengths,
  long,
  longBytes,
  MIDDLE_SLOTS,
  middle,
  NONE,
  REMEMBERED,
  SHORT_SLOTS,
  short,
} from './ground';
import { LONG_START, longEnd, longHash, longStep, lowBytes, middleHash, shortHash } from './hash';

export function knownCount(at: u32, length: u32): u32 {
  if (length > 16) return length <= LONGEST && longRank(longHash(at, length), at, length) !== NONE ? 1 : 0;
  const entry = length <= 8 ? unfilteredShort(at, length) : unfilteredMiddle(at, length);
  return entry < REMEMBERED ? u32(entry !== 0) : entry & 0xff;
}

/** The same for at most 16 bytes; a function of its own, so that the one above can stay within the loop that calls it. */
export function knownSegment(at: u32, length: u32): u32 {
  const entry = length <= 8 ? unfilteredShort(at, length) : unfilteredMiddle(at, length);
  return entry < REMEMBERED ? u32(entry !== 0) : entry & 0xff;
}

export function rankOf(at: u32, length: u32): u32 {
  if (length > LONGEST) return NONE;
  if (length > 16) {
    const hash = longHash(at, length);
    return filtered(hash) ? longRank(hash, at, length) : NONE;
  }
  const entry = length <= 8 ? filteredShort(at, length) : filteredMiddle(at, length);
  return entry < REMEMBERED ? entry - 1 : NONE;
}

function filteredShort(at: u32, length: u32): u32 {
  const key = lowBytes(at, length);
  const hash = shortHash(key, length);
  return filtered(hash) ? shortEntry(hash, key, length) : 0;
}

function filteredMiddle(at: u32, length: u32): u32 {
  const low = load<u64>(at);
  const high = lowBytes(at + 8, length - 8);
  const hash = middleHash(low, high, length);
  return filtered(hash) ? middleEntry(hash, low, high, length) : 0;
}

/** Lengths that `markLong` found: 1 to 64, and 65 to 128. */
let marks0: u64 = 0;
let marks1: u64 = 0;

/** Marks the lengths of 17 to `longest` bytes that tokens at `at` may have, in one walk over the bytes. */
export function markLong(at: u32, longest: u32): void {
  marks0 = 0;
  marks1 = 0;
  let hash = LONG_START;
  for (let length: u32 = 1; length <= longest; length++) {
    hash = longStep(hash, at + length - 1);
    if (length > 16 && filtered(longEnd(hash))) {
      if (length <= 64) marks0 |= (1 as u64) << (length - 1);
      else marks1 |= (1 as u64) << (length - 65);
    }
  }
}

/** Takes the longest marked length; 0 when none is left. */
export function takeLong(): u32 {
  if (marks1 !== 0) {
    const bit = 63 - u32(clz(marks1));
    marks1 ^= (1 as u64) << bit;
    return bit + 65;
  }
  if (marks0 === 0) return 0;
  const bit = 63 - u32(clz(marks0));
  marks0 ^= (1 as u64) << bit;
  return bit + 1;
}

function filtered(hash: u32): bool {
  const bit = hash >> (32 - FILTER_BITS);
  return ((load<u32>(filter + ((bit >> 5) << 2)) >> (bit & 31)) & 1) === 1;
}

function unfilteredShort(at: u32, length: u32): u32 {
  const key = lowBytes(at, length);
  return shortEntry(shortHash(key, length), key, length);
}

function unfilteredMiddle(at: u32, length: u32): u32 {
  const low = load<u64>(at);
  const high = lowBytes(at + 8, length - 8);
  return middleEntry(middleHash(low, high, length), low, high, length);
}

function shortEntry(hash: u32, key: u64, length: u32): u32 {
  let slot = hash & (SHORT_SLOTS - 1);
  while (true) {
    const place = short + slot * 12;
    const found = load<u32>(place, 8);
    if (load<u64>(place) === key && (found & 0xff) === length) return found >> 8;
    if (found === 0) return 0;
    slot = (slot + 1) & (SHORT_SLOTS - 1);
  }
}

function middleEntry(hash: u32, low: u64, high: u64, length: u32): u32 {
  let slot = hash & (MIDDLE_SLOTS - 1);
  while (true) {
    const place = middle + slot * 20;
    const found = load<u32>(place, 16);
    if (load<u64>(place) === low && load<u64>(place, 8) === high && (found & 0xff) === length) return found >> 8;
    if (found === 0) return 0;
    slot = (slot + 1) & (MIDDLE_SLOTS - 1);
  }
}

function longRank(hash: u32, at: u32, length: u32): u32 {
  let slot = hash & (LONG_SLOTS - 1);
  while (true) {
    const place = long + (slot << 4);
    const entry = load<u32>(place, 4);
    if (entry === 0) return NONE;
    if (
      load<u32>(place) === hash &&
      load<u8>(lengths + entry - 1) === length &&
      same(longBytes + load<u32>(place, 8), at, length)
    ) {
      return entry - 1;
    }
    slot = (slot + 1) & (LONG_SLOTS - 1);
  }
}

function same(one: u32, two: u32, length: u32): bool {
  for (let i: u32 = 0; i < length; i++) if (load<u8>(one + i) !== load<u8>(two + i)) return false;
  return true;
}
