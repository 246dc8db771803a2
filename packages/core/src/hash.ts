/** Text to a short name of it. Hosts that must withstand forgery pass a cryptographic one. */
export interface Hash {
  (text: string): string;
  /** The same of a text that comes in pieces, none of which ends within a character. */
  begin?(): { add(piece: string): void; end(): string };
}

/** A fast, pure 64-bit content hash as 16 hex digits: for identity inside one conversation, not against an attacker. */
export function contentHash(text: string): string {
  let a = 0x9e3779b9 ^ text.length;
  let b = 0x85ebca6b ^ text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x85ebca77);
    b = Math.imul(b ^ unit, 0xc2b2ae3d);
    b = (b << 13) | (b >>> 19);
  }
  a = finish(a ^ (b >>> 11));
  b = finish(b ^ (a >>> 7));
  return hex(a) + hex(b);
}

function finish(word: number): number {
  let h = word ^ (word >>> 16);
  h = Math.imul(h, 0x7feb352d);
  h ^= h >>> 15;
  h = Math.imul(h, 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}
