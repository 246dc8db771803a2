// Which neighbouring characters merging may join, as in src/count/bridges.ts.
import { BRIDGE_BITS, bridges, cutBridges } from './ground';

export function segmentEnd(at: u32, end: u32): u32 {
  let lead: u32 = load<u8>(at);
  let left = character(at);
  let border = at + widthOf(lead);
  while (border < end) {
    const after: u32 = load<u8>(border);
    const right = character(border);
    if (
      (lead | after) >= 0x80 &&
      !hasBit(bridges, bridgeSlot(left, right)) &&
      !hasBit(cutBridges, ((<u32>load<u8>(border - 1)) << 8) | after)
    ) {
      return border;
    }
    lead = after;
    left = right;
    border += widthOf(after);
  }
  return end;
}

/** The bytes of the character at `at`. */
function character(at: u32): u32 {
  return load<u32>(at) & (0xffffffff >> (32 - (widthOf(load<u8>(at)) << 3)));
}

function bridgeSlot(left: u32, right: u32): u32 {
  return ((left * 0x9e3779b1) ^ (right * 0x85ebca77)) >> (32 - BRIDGE_BITS);
}

function widthOf(lead: u32): u32 {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function hasBit(bits: u32, bit: u32): bool {
  return ((load<u32>(bits + ((bit >> 5) << 2)) >> (bit & 31)) & 1) === 1;
}
