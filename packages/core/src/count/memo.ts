import { ARENA_USED, ARENA_WORDS, type SharedMemory, SLOTS } from './shared-memory.ts';

/** Pieces longer than this are not remembered. */
export const LONGEST_REMEMBERED = 128;

/**
 * How many tokens the pieces had that are no token themselves: words not in the vocabulary, runs of letters of scripts without
 * blanks. Talk repeats itself. The newest stays where two share a slot; a full arena starts over.
 */
export class Memo {
  /** By slot: hash, place in the arena, length and count. */
  private readonly slots: Int32Array;
  private readonly arena: Int32Array;
  private readonly registers: Int32Array;

  constructor(memory: SharedMemory) {
    this.slots = memory.words('memo');
    this.arena = memory.words('arena');
    this.registers = memory.words('registers');
  }

  /** The count of the piece with this hash, or 0. */
  get(hash: number, view: DataView, at: number, length: number): number {
    const { slots, arena } = this;
    const slot = (hash & (SLOTS.memo - 1)) << 2;
    const shape = slots[slot + 2] as number;
    if (slots[slot] !== hash || shape >>> 16 !== length) return 0;
    let place = slots[slot + 1] as number;
    const last = length - 4;
    for (let i = 0; i < last; i += 4) if (arena[place++] !== view.getInt32(at + i, true)) return 0;
    return arena[place] === view.getInt32(at + last, true) ? shape & 0xffff : 0;
  }

  /** Remembers a piece of 4 to LONGEST_REMEMBERED bytes. */
  set(hash: number, view: DataView, at: number, length: number, count: number): void {
    const { slots, arena, registers } = this;
    let used = registers[ARENA_USED] as number;
    if (used + length / 4 + 1 > ARENA_WORDS) {
      slots.fill(0);
      used = 0;
    }
    const slot = (hash & (SLOTS.memo - 1)) << 2;
    slots[slot] = hash;
    slots[slot + 1] = used;
    slots[slot + 2] = (length << 16) | count;
    const last = length - 4;
    for (let i = 0; i < last; i += 4) arena[used++] = view.getInt32(at + i, true);
    arena[used++] = view.getInt32(at + last, true);
    registers[ARENA_USED] = used;
  }
}

/** A hash of a piece of at least four bytes, a word at a time; the last word may overlap the one before. */
export function pieceHash(view: DataView, at: number, length: number): number {
  let hash = Math.imul(length, 0x9e3779b1);
  const last = length - 4;
  for (let i = 0; i < last; i += 4) {
    hash = Math.imul(hash ^ view.getInt32(at + i, true), 0x85ebca77);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ view.getInt32(at + last, true), 0x2c1b3c6d);
  return hash ^ (hash >>> 15);
}
