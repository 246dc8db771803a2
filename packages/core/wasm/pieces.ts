// AssemblyScript. The whole way from bytes to a count as src/count/ goes it in plain code, on the same memory: fill() lays the tables of
// vocabulary.ts and hints.ts, count() is text.ts with piece.ts, merge.ts, pair.ts and memo.ts. Tests hold the two together.
// `npm run gen:wasm` compiles it.

const OTHER: u32 = 0;
const UPPER: u32 = 1;
const LOWER: u32 = 2;
const CASELESS: u32 = 3;
const MARK: u32 = 4;
const NUMBER: u32 = 5;
const SPACE: u32 = 6;
const NEWLINE: u32 = 7;
const WIDE: u32 = 8;

const SHORT_SLOTS: u32 = 1 << 18;
const MIDDLE_SLOTS: u32 = 1 << 17;
const LONG_SLOTS: u32 = 1 << 14;
const REMEMBERED: u32 = 1 << 22;
const FILTER_BITS: u32 = 21;
const HINT_SLOTS: u32 = 1 << 16;
const LONG_HINT_SLOTS: u32 = 1 << 13;
const LONGER: u32 = 1 << 17;
const ALWAYS: u32 = 0b1110;
const LONGEST: u32 = 128;
const PAIR_SLOTS: u32 = 1 << 16;
const MEMO_SLOTS: u32 = 1 << 16;
const ARENA_WORDS: u32 = 1 << 19;
/** Longer pieces are left to the plain path, which takes memory as it needs it. */
const MOST_MERGED: u32 = 1 << 20;
const NONE: u32 = 0xffffffff;

let registers: u32 = 0;
let byByte: u32 = 0;
let pageOf: u32 = 0;
let pages: u32 = 0;
let short: u32 = 0;
let middle: u32 = 0;
let long: u32 = 0;
let longBytes: u32 = 0;
let filter: u32 = 0;
let hints: u32 = 0;
let longHints: u32 = 0;
let lengths: u32 = 0;
let splits: u32 = 0;
let lefts: u32 = 0;
let rights: u32 = 0;
let pairs: u32 = 0;
let memo: u32 = 0;
let arena: u32 = 0;
let stack: u32 = 0;
let dead: u32 = 0;

/** Says where everything lies: twenty addresses at `list`, in the order of the names above. */
export function lay(list: u32): void {
  registers = load<u32>(list);
  byByte = load<u32>(list, 4);
  pageOf = load<u32>(list, 8);
  pages = load<u32>(list, 12);
  short = load<u32>(list, 16);
  middle = load<u32>(list, 20);
  long = load<u32>(list, 24);
  longBytes = load<u32>(list, 28);
  filter = load<u32>(list, 32);
  hints = load<u32>(list, 36);
  longHints = load<u32>(list, 40);
  lengths = load<u32>(list, 44);
  splits = load<u32>(list, 48);
  lefts = load<u32>(list, 52);
  rights = load<u32>(list, 56);
  pairs = load<u32>(list, 60);
  memo = load<u32>(list, 64);
  arena = load<u32>(list, 68);
  stack = load<u32>(list, 72);
  dead = load<u32>(list, 76);
}

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

function knownCount(at: u32, length: u32): u32 {
  if (length > 16) return length <= LONGEST && longRank(longHash(at, length), at, length) !== NONE ? 1 : 0;
  const entry = length <= 8 ? unfilteredShort(at, length) : unfilteredMiddle(at, length);
  return entry < REMEMBERED ? u32(entry !== 0) : entry & 0xff;
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

function pieceHash(at: u32, length: u32): u32 {
  let hash = length * 0x9e3779b1;
  const last = length - 4;
  for (let i: u32 = 0; i < last; i += 4) {
    hash = (hash ^ load<u32>(at + i)) * 0x85ebca77;
    hash ^= hash >> 15;
  }
  hash = (hash ^ load<u32>(at + last)) * 0x2c1b3c6d;
  return hash ^ (hash >> 15);
}

function recalled(hash: u32, at: u32, length: u32): u32 {
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

function memorize(hash: u32, at: u32, length: u32, tokens: u32): void {
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

/** The tokens of a piece: longest match, going back where two cannot stand side by side. */
function merged(start: u32, end: u32): u32 {
  let at = start;
  let tokens: u32 = 0;
  let longest: u32 = LONGEST;
  let stuck = false;
  while (at < end) {
    const previous = tokens === 0 ? NONE : load<u32>(stack + ((tokens - 1) << 2));
    const room = end - at;
    const token = fitting(start, at, room < longest ? room : longest, previous);
    if (token !== NONE) {
      store<u32>(stack + (tokens << 2), token);
      tokens++;
      at += load<u8>(lengths + token);
      longest = LONGEST;
    } else {
      store<u8>(dead + (at - start), 1);
      stuck = true;
      const back: u32 = load<u8>(lengths + previous);
      at -= back;
      tokens--;
      longest = back - 1;
    }
  }
  if (stuck) memory.fill(dead, 0, end - start + 1);
  return tokens;
}

function fitting(start: u32, at: u32, longest: u32, previous: u32): u32 {
  let fours = load<u32>(hints + (hintSlot(at) << 2)) | ALWAYS;
  if (longest > 16 && fours >= LONGER) {
    const most: u32 = load<u8>(longHints + longHintSlot(at));
    for (let length = most < longest ? most : longest; length > 16; length--) {
      const token = rankOf(at, length);
      if (token !== NONE && fits(start, at, previous, token, length)) return token;
    }
  }
  fours &= longest < 16 ? (2 << longest) - 1 : LONGER - 1;
  while (fours !== 0) {
    const length = 31 - clz(fours);
    fours ^= 1 << length;
    const token = rankOf(at, length);
    if (token !== NONE && fits(start, at, previous, token, length)) return token;
  }
  return NONE;
}

function fits(start: u32, at: u32, previous: u32, token: u32, length: u32): bool {
  if (load<u8>(dead + (at - start + length)) === 1) return false;
  if (length > 1 && load<u8>(splits + token) === 0) return false;
  return previous === NONE || standsBeside(at, previous, token);
}

function standsBeside(at: u32, left: u32, right: u32): bool {
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

function rankOf(at: u32, length: u32): u32 {
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

function filtered(hash: u32): bool {
  const bit = hash >> (32 - FILTER_BITS);
  return ((load<u32>(filter + ((bit >> 5) << 2)) >> (bit & 31)) & 1) === 1;
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

function longHash(at: u32, length: u32): u32 {
  let hash: u32 = 0x811c9dc5;
  for (let i: u32 = 0; i < length; i++) hash = (hash ^ load<u8>(at + i)) * 0x01000193;
  return mix(hash);
}

function hintSlot(at: u32): u32 {
  const hash = load<u32>(at) * 0x9e3779b1;
  return (hash ^ (hash >> 15)) & (HINT_SLOTS - 1);
}

function longHintSlot(at: u32): u32 {
  const low = (load<u32>(at) * 0x9e3779b1) ^ (load<u32>(at, 4) * 0x85ebca77);
  const high = (load<u32>(at, 8) * 0x27d4eb2f) ^ (load<u32>(at, 12) * 0x165667b1);
  const hash = ((low ^ (high >> 3)) * 0x2c1b3c6d) ^ high;
  return (hash ^ (hash >> 17)) & (LONG_HINT_SLOTS - 1);
}

/** The class of the character at `at` in the low four bits, its length in bytes above. */
function classAt(at: u32): u32 {
  const lead: u32 = load<u8>(at);
  if (lead < 0x80) return load<u8>(byByte + lead) | 0x10;
  const second: u32 = load<u8>(at, 1) & 0x3f;
  if (lead < 0xe0) return pagedClass(((lead & 0x1f) << 6) | second) | 0x20;
  const third: u32 = load<u8>(at, 2) & 0x3f;
  if (lead < 0xf0) return pagedClass(((lead & 0x0f) << 12) | (second << 6) | third) | 0x30;
  return pagedClass(((lead & 7) << 18) | (second << 12) | (third << 6) | (load<u8>(at, 3) & 0x3f)) | 0x40;
}

function pagedClass(point: u32): u32 {
  return load<u8>(pages + (((<u32>load<u16>(pageOf + ((point >> 8) << 1))) << 8) | (point & 0xff)));
}

function wideEnd(at: u32, end: u32): u32 {
  const seen = classAt(at);
  const kind = seen & 15;
  const after = at + (seen >> 4);
  if (kind === NUMBER) return wideNumberEnd(after, end);
  if (kind === UPPER || kind === LOWER || kind === CASELESS) {
    const word = wordEnd(at, end);
    return contractionEnd(word < 0 ? ~word : word, end);
  }
  if (kind !== NEWLINE) {
    const word = prefixedWordEnd(at, after, end, kind);
    if (word >= 0) return contractionEnd(word, end);
  }
  const symbols = wideSymbolsEnd(load<u8>(at) === 0x20 ? at + 1 : at, end);
  return symbols !== 0 ? symbols : wideSpaceEnd(at, end);
}

const NO_WORD: i32 = i32.MIN_VALUE;

function prefixedWordEnd(at: u32, after: u32, end: u32, kind: u32): i32 {
  const word = after < end ? wordEnd(after, end) : NO_WORD;
  if (word >= 0) return word;
  if (kind === MARK) {
    const marked = wordEnd(at, end);
    if (marked >= 0) return marked;
  }
  return word === NO_WORD ? -1 : ~word;
}

function wordEnd(at: u32, end: u32): i32 {
  let next = at;
  let lastCaseless: i32 = -1;
  while (next < end) {
    const seen = classAt(next);
    const kind = seen & 15;
    if (kind === LOWER) return wideLowerEnd(next, end);
    if (kind !== UPPER && kind !== CASELESS && kind !== MARK) break;
    next += seen >> 4;
    if (kind !== UPPER) lastCaseless = next;
  }
  if (lastCaseless >= 0) return lastCaseless;
  return next > at ? ~(<i32>next) : NO_WORD;
}

function wideLowerEnd(at: u32, end: u32): u32 {
  let next = at;
  while (next < end) {
    const seen = classAt(next);
    const kind = seen & 15;
    if (kind !== LOWER && kind !== CASELESS && kind !== MARK) break;
    next += seen >> 4;
  }
  return next;
}

function wideNumberEnd(after: u32, end: u32): u32 {
  let next = after;
  for (let more = 2; more > 0 && next < end; more--) {
    const seen = classAt(next);
    if ((seen & 15) !== NUMBER) break;
    next += seen >> 4;
  }
  return next;
}

/** 0: no symbols. */
function wideSymbolsEnd(at: u32, end: u32): u32 {
  let next = at;
  while (next < end) {
    const seen = classAt(next);
    const kind = seen & 15;
    if (kind !== OTHER && kind !== MARK) break;
    next += seen >> 4;
  }
  return next === at ? 0 : lineEndsAfter(next, end);
}

function wideSpaceEnd(at: u32, end: u32): u32 {
  let next = at;
  let afterNewline: u32 = 0;
  let last = at;
  while (next < end) {
    const seen = classAt(next);
    const kind = seen & 15;
    if (kind !== SPACE && kind !== NEWLINE) break;
    last = next;
    next += seen >> 4;
    if (kind === NEWLINE) afterNewline = next;
  }
  if (afterNewline !== 0) return afterNewline;
  return next < end && last > at ? last : next;
}

function lineEndsAfter(at: u32, end: u32): u32 {
  let next = at;
  for (; next < end; next++) {
    const byte = load<u8>(next);
    if (byte !== 0x0a && byte !== 0x0d && byte !== 0x2f) break;
  }
  return next;
}

function classOf(at: u32): u32 {
  return load<u8>(byByte + load<u8>(at));
}

function pieceEnd(at: u32, end: u32): u32 {
  const first = classOf(at);
  const word = at + u32(first === OTHER || first === SPACE);
  let next = word;
  let kind = classOf(next);
  while (kind === UPPER) kind = classOf(++next);
  if (kind === LOWER) {
    next = lowerEnd(next);
    kind = classOf(next);
  }
  if (kind === WIDE) return wideEnd(at, end);
  if (next > word) return load<u8>(next) === 0x27 ? contractionEnd(next, end) : next;
  if (first === NUMBER) return numberEnd(at, end);
  if (first === OTHER || (kind === OTHER && load<u8>(at) === 0x20)) return symbolsEnd(at, end);
  return spaceEnd(at, end);
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

function contractionEnd(at: u32, end: u32): u32 {
  if (at + 1 >= end || load<u8>(at) !== 0x27) return at;
  const first: u32 = load<u8>(at, 1);
  const second: u32 = load<u8>(at, 2);
  if (first === 0xc5 && second === 0xbf) return at + 3;
  const pair = (lowerCase(first) << 8) | lowerCase(second);
  if (at + 2 < end && (pair === 0x7265 || pair === 0x7665 || pair === 0x6c6c)) return at + 3;
  const letter = pair >> 8;
  return letter === 0x73 || letter === 0x74 || letter === 0x6d || letter === 0x64 ? at + 2 : at;
}

function lowerCase(byte: u32): u32 {
  return byte - 0x41 < 26 ? byte | 0x20 : byte;
}

function numberEnd(at: u32, end: u32): u32 {
  const second = classOf(at + 1);
  if (second === WIDE) return wideEnd(at, end);
  if (second !== NUMBER) return at + 1;
  const third = classOf(at + 2);
  if (third === WIDE) return wideEnd(at, end);
  return third === NUMBER ? at + 3 : at + 2;
}

function symbolsEnd(at: u32, end: u32): u32 {
  let next = at + 1;
  while (next < end && classOf(next) === OTHER) next++;
  if (next < end && classOf(next) === WIDE) return wideEnd(at, end);
  return lineEndsAfter(next, end);
}

function spaceEnd(at: u32, end: u32): u32 {
  let next = at;
  let afterNewline: u32 = 0;
  for (; next < end; next++) {
    const kind = classOf(next);
    if (kind === NEWLINE) afterNewline = next + 1;
    else if (kind === WIDE) return wideEnd(at, end);
    else if (kind !== SPACE) break;
  }
  if (afterNewline !== 0) return afterNewline;
  return next < end && next - 1 > at ? next - 1 : next;
}

function mix(hash: u32): u32 {
  const half = (hash ^ (hash >> 15)) * 0x2c1b3c6d;
  return half ^ (half >> 13);
}

/** Enters all tokens and their shapes; `shapes` and `bytes` lie as in the asset. */
export function fill(tokens: u32, shapes: u32, bytes: u32): void {
  let shape = shapes;
  let at = bytes;
  let longUsed: u32 = 0;
  for (let rank: u32 = 0; rank < tokens; rank++) {
    const packed: u32 = load<u8>(shape);
    const length: u32 = packed !== 0 ? packed & 15 : load<u8>(shape, 1);
    store<u8>(splits + rank, packed !== 0 ? packed >> 4 : load<u8>(shape, 2));
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

function enterShort(at: u32, length: u32, entry: u32): u32 {
  const key = lowBytes(at, length);
  const hash = shortHash(key, length);
  let slot = hash & (SHORT_SLOTS - 1);
  while (load<u32>(short + slot * 12, 8) !== 0) slot = (slot + 1) & (SHORT_SLOTS - 1);
  store<u64>(short + slot * 12, key);
  store<u32>(short + slot * 12, (entry << 8) | length, 8);
  return hash;
}

function enterMiddle(at: u32, length: u32, entry: u32): u32 {
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

/** The first one to eight bytes, zero beyond. */
function lowBytes(at: u32, length: u32): u64 {
  return load<u64>(at) & (u64(-1) >> (64 - (length << 3)));
}

function shortHash(key: u64, length: u32): u32 {
  return mix((u32(key) * 0x9e3779b1) ^ ((u32(key >> 32) ^ (length << 24)) * 0x85ebca77));
}

function middleHash(low: u64, high: u64, length: u32): u32 {
  const even = (u32(low) ^ (u32(high) * 0x27d4eb2f)) * 0x9e3779b1;
  const odd = (u32(low >> 32) ^ (u32(high >> 32) * 0x165667b1) ^ (length << 24)) * 0x85ebca77;
  return mix(even ^ odd);
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
