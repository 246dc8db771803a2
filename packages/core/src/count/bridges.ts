import { BRIDGE_BITS, type SharedMemory } from './shared-memory.ts';
import { firstWord } from './token-hash.ts';

/**
 * Which neighbouring characters merging may join: what no token bridges stays apart for good, and both sides can be counted on
 * their own. Bits found by hash without a check, so a bridge may be promised that is not there, never one missed. Between two ASCII
 * characters there always may be one.
 */
export interface Bridges {
  /** By the two characters: a token holds both, and its last merge joined them. */
  readonly whole: Int32Array;
  /** By the two bytes beside the border: such a token begins or ends inside one of the characters. */
  readonly cut: Int32Array;
}

/** Bytes that both take in the asset, one after the other. */
export const BRIDGE_BYTES = [1 << (BRIDGE_BITS - 3), 1 << (16 - 3)] as const;

/** Lays the bridges of the asset out in `memory`. */
export function layBridges(packed: Uint8Array, memory: SharedMemory): Bridges {
  memory.table('bridges').set(packed.subarray(0, BRIDGE_BYTES[0]));
  memory.table('cutBridges').set(packed.subarray(BRIDGE_BYTES[0]));
  return { whole: memory.words('bridges'), cut: memory.words('cutBridges') };
}

/** Notes what `token` joins at the border where its last merge took place, `split` bytes from its start. */
export function addBridge(bridges: Bridges, token: Uint8Array, split: number): void {
  if (split === 0) return;
  const before = token[split - 1] as number;
  const after = token[split] as number;
  if (isInside(after) || (before | after) < 0x80) return;
  let left = split - 1;
  while (left > 0 && isInside(token[left] as number)) left--;
  const lead = token[left] as number;
  const isWhole = !isInside(lead) && left + widthOf(lead) === split && split + widthOf(after) <= token.length;
  if (isWhole) setBit(bridges.whole, bridgeSlot(new DataView(Uint8Array.of(...token, 0, 0, 0, 0).buffer), left, split));
  else setBit(bridges.cut, (before << 8) | after);
}

/** Where the first part of the piece from `at` to `end` ends that nothing joins to the rest. */
export function segmentEnd(bridges: Bridges, view: DataView, at: number, end: number): number {
  let left = at;
  let lead = view.getUint8(left);
  for (let border = at + widthOf(lead); border < end; ) {
    const after = view.getUint8(border);
    if ((lead | after) >= 0x80 && !isBridged(bridges, view, left, border)) return border;
    left = border;
    lead = after;
    border += widthOf(after);
  }
  return end;
}

function isBridged(bridges: Bridges, view: DataView, left: number, border: number): boolean {
  if (hasBit(bridges.whole, bridgeSlot(view, left, border))) return true;
  return hasBit(bridges.cut, (view.getUint8(border - 1) << 8) | view.getUint8(border));
}

function bridgeSlot(view: DataView, left: number, border: number): number {
  const before = firstWord(view, left, border - left);
  const after = firstWord(view, border, widthOf(view.getUint8(border)));
  return (Math.imul(before, 0x9e3779b1) ^ Math.imul(after, 0x85ebca77)) >>> (32 - BRIDGE_BITS);
}

/** Bytes of the character that begins with `lead`. */
function widthOf(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** Whether a byte goes on with a character that began before. */
function isInside(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

function setBit(bits: Int32Array, bit: number): void {
  bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
}

function hasBit(bits: Int32Array, bit: number): boolean {
  return (((bits[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
}
