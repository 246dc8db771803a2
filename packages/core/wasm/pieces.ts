// AssemblyScript. Fills the tables and counts ASCII pieces that are tokens, or are remembered, as fast as the machine allows; stops at
// everything else, which the plain path handles. Same pattern as src/count/piece.ts, same tables as src/count/vocabulary.ts and hints.ts,
// which tests hold together. `npm run gen:wasm` compiles it.

const OTHER: u32 = 0;
const UPPER: u32 = 1;
const LOWER: u32 = 2;
const NUMBER: u32 = 5;
const SPACE: u32 = 6;
const NEWLINE: u32 = 7;
const WIDE: u32 = 8;

const SHORT_SLOTS: u32 = 1 << 18;
const MIDDLE_SLOTS: u32 = 1 << 17;
const REMEMBERED: u32 = 1 << 22;
const FILTER_BITS: u32 = 21;
const HINT_SLOTS: u32 = 1 << 16;
const LONGER: u32 = 1 << 17;

/**
 * Counts from `at` to `end` and leaves three words at `out`: the count, where it stopped, and where the piece it stopped at ends
 * (0 where that is for the plain path to find).
 */
export function count(start: u32, end: u32, classes: u32, short: u32, middle: u32, out: u32): void {
  let at = start;
  let next = start;
  let total: u32 = 0;
  while (at < end) {
    next = pieceEnd(classes, at, end);
    if (next === 0) break;
    const length = next - at;
    const entry = length <= 8 ? shortEntry(short, at, length) : length <= 16 ? middleEntry(middle, at, length) : 0;
    if (entry === 0) break;
    total += entry < REMEMBERED ? 1 : entry & 0xff;
    at = next;
  }
  store<u32>(out, total);
  store<u32>(out, at, 4);
  store<u32>(out, next, 8);
}

function classOf(classes: u32, at: u32): u32 {
  return load<u8>(classes + load<u8>(at));
}

function pieceEnd(classes: u32, at: u32, end: u32): u32 {
  const first = classOf(classes, at);
  const word = at + u32(first === OTHER || first === SPACE);
  let next = word;
  let kind = classOf(classes, next);
  while (kind === UPPER) kind = classOf(classes, ++next);
  if (kind === LOWER) {
    next = lowerEnd(next);
    kind = classOf(classes, next);
  }
  if (kind === WIDE) return 0;
  if (next > word) return load<u8>(next) === 0x27 ? contractionEnd(next, end) : next;
  if (first === NUMBER) return numberEnd(classes, at);
  if (first === OTHER || (kind === OTHER && load<u8>(at) === 0x20)) return symbolsEnd(classes, at, end);
  return spaceEnd(classes, at, end);
}

function lowerEnd(at: u32): u32 {
  let next = at;
  while (true) {
    const letters = i8x16.sub(v128.load(next), i8x16.splat(0x61));
    const others = ~i8x16.bitmask(i8x16.lt_u(letters, i8x16.splat(26))) & 0xffff;
    if (others !== 0) return next + ctz(others);
    next += 16;
  }
}

/** 0 where a wide character follows: it may carry on the contraction. */
function contractionEnd(at: u32, end: u32): u32 {
  if (at + 1 >= end) return at;
  const first: u32 = load<u8>(at, 1);
  if (first >= 0x80) return 0;
  const one = lowerCase(first);
  if (at + 2 < end) {
    const pair = (one << 8) | lowerCase(load<u8>(at, 2));
    if (pair === 0x7265 || pair === 0x7665 || pair === 0x6c6c) return at + 3;
  }
  return one === 0x73 || one === 0x74 || one === 0x6d || one === 0x64 ? at + 2 : at;
}

function lowerCase(byte: u32): u32 {
  return byte - 0x41 < 26 ? byte | 0x20 : byte;
}

function numberEnd(classes: u32, at: u32): u32 {
  const second = classOf(classes, at + 1);
  if (second === WIDE) return 0;
  if (second !== NUMBER) return at + 1;
  const third = classOf(classes, at + 2);
  if (third === WIDE) return 0;
  return third === NUMBER ? at + 3 : at + 2;
}

function symbolsEnd(classes: u32, at: u32, end: u32): u32 {
  let next = at + 1;
  while (next < end && classOf(classes, next) === OTHER) next++;
  if (next < end && classOf(classes, next) === WIDE) return 0;
  for (; next < end; next++) {
    const byte = load<u8>(next);
    if (byte !== 0x0a && byte !== 0x0d && byte !== 0x2f) break;
  }
  return next;
}

function spaceEnd(classes: u32, at: u32, end: u32): u32 {
  let next = at;
  let afterNewline: u32 = 0;
  for (; next < end; next++) {
    const kind = classOf(classes, next);
    if (kind === NEWLINE) afterNewline = next + 1;
    else if (kind === WIDE) return 0;
    else if (kind !== SPACE) break;
  }
  if (afterNewline !== 0) return afterNewline;
  return next < end && next - 1 > at ? next - 1 : next;
}

function mix(hash: u32): u32 {
  const half = (hash ^ (hash >> 15)) * 0x2c1b3c6d;
  return half ^ (half >> 13);
}

/** Enters all tokens of up to 16 bytes; longer ones only leave their hint. */
export function fill(tokens: u32, shapes: u32, bytes: u32, short: u32, middle: u32, filter: u32, hints: u32): void {
  let shape = shapes;
  let at = bytes;
  for (let entry: u32 = 1; entry <= tokens; entry++) {
    const packed: u32 = load<u8>(shape);
    const length: u32 = packed !== 0 ? packed & 15 : load<u8>(shape, 1);
    shape += packed !== 0 ? 1 : 3;
    if (length >= 4) addHint(hints, at, length);
    if (length <= 8) enterShort(short, filter, at, length, entry);
    else if (length <= 16) enterMiddle(middle, filter, at, length, entry);
    at += length;
  }
}

function addHint(hints: u32, at: u32, length: u32): void {
  const hash = load<u32>(at) * 0x9e3779b1;
  const place = hints + (((hash ^ (hash >> 15)) & (HINT_SLOTS - 1)) << 2);
  store<u32>(place, load<u32>(place) | (length > 16 ? LONGER : 1 << length));
}

function addToFilter(filter: u32, hash: u32): void {
  const bit = hash >> (32 - FILTER_BITS);
  const place = filter + ((bit >> 5) << 2);
  store<u32>(place, load<u32>(place) | (1 << (bit & 31)));
}

function enterShort(table: u32, filter: u32, at: u32, length: u32, entry: u32): void {
  const key = load<u64>(at) & (u64(-1) >> (64 - (length << 3)));
  const hash = shortHash(key, length);
  addToFilter(filter, hash);
  let slot = hash & (SHORT_SLOTS - 1);
  while (load<u32>(table + slot * 12, 8) !== 0) slot = (slot + 1) & (SHORT_SLOTS - 1);
  store<u64>(table + slot * 12, key);
  store<u32>(table + slot * 12, (entry << 8) | length, 8);
}

function enterMiddle(table: u32, filter: u32, at: u32, length: u32, entry: u32): void {
  const low = load<u64>(at);
  const high = load<u64>(at, 8) & (u64(-1) >> (128 - (length << 3)));
  const hash = middleHash(low, high, length);
  addToFilter(filter, hash);
  let slot = hash & (MIDDLE_SLOTS - 1);
  while (load<u32>(table + slot * 20, 16) !== 0) slot = (slot + 1) & (MIDDLE_SLOTS - 1);
  store<u64>(table + slot * 20, low);
  store<u64>(table + slot * 20, high, 8);
  store<u32>(table + slot * 20, (entry << 8) | length, 16);
}

function shortHash(key: u64, length: u32): u32 {
  return mix((u32(key) * 0x9e3779b1) ^ ((u32(key >> 32) ^ (length << 24)) * 0x85ebca77));
}

function middleHash(low: u64, high: u64, length: u32): u32 {
  const even = (u32(low) ^ (u32(high) * 0x27d4eb2f)) * 0x9e3779b1;
  const odd = (u32(low >> 32) ^ (u32(high >> 32) * 0x165667b1) ^ (length << 24)) * 0x85ebca77;
  return mix(even ^ odd);
}

function shortEntry(table: u32, at: u32, length: u32): u32 {
  const key = load<u64>(at) & (u64(-1) >> (64 - (length << 3)));
  let slot = shortHash(key, length) & (SHORT_SLOTS - 1);
  while (true) {
    const place = table + slot * 12;
    const found = load<u32>(place, 8);
    if (load<u64>(place) === key && (found & 0xff) === length) return found >> 8;
    if (found === 0) return 0;
    slot = (slot + 1) & (SHORT_SLOTS - 1);
  }
}

function middleEntry(table: u32, at: u32, length: u32): u32 {
  const low = load<u64>(at);
  const high = load<u64>(at, 8) & (u64(-1) >> (128 - (length << 3)));
  let slot = middleHash(low, high, length) & (MIDDLE_SLOTS - 1);
  while (true) {
    const place = table + slot * 20;
    const found = load<u32>(place, 16);
    if (load<u64>(place) === low && load<u64>(place, 8) === high && (found & 0xff) === length) return found >> 8;
    if (found === 0) return 0;
    slot = (slot + 1) & (MIDDLE_SLOTS - 1);
  }
}
