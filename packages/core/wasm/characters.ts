// What single characters are, as in src/count/classes.ts.
import { byByte, pageOf, pages } from './ground';

export function classOf(at: u32): u32 {
  return load<u8>(byByte + load<u8>(at));
}

/** The class of the character at `at` in the low four bits, its length in bytes above. */
export function classAt(at: u32): u32 {
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

export function lineEndsAfter(at: u32, end: u32): u32 {
  let next = at;
  for (; next < end; next++) {
    const byte = load<u8>(next);
    if (byte !== 0x0a && byte !== 0x0d && byte !== 0x2f) break;
  }
  return next;
}

export function contractionEnd(at: u32, end: u32): u32 {
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
