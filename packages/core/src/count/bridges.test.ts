import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRanks } from '../node.ts';
import { readAsset } from './asset.ts';
import { segmentEnd } from './bridges.ts';
import { MARGIN, SharedMemory } from './shared-memory.ts';
import { tables } from './tables.ts';
import { buildVocabulary } from './vocabulary.ts';

const asset = readAsset(readRanks());
const { bridges } = buildVocabulary(asset, new SharedMemory(false));
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The parts that `segmentEnd` finds in a text taken for one piece. */
function segmentsOf(text: string): string[] {
  const bytes = new Uint8Array(text.length * 3 + MARGIN);
  const { written } = new TextEncoder().encodeInto(text, bytes);
  const view = new DataView(bytes.buffer);
  const segments: string[] = [];
  for (let at = 0, to = 0; at < written; at = to) {
    to = segmentEnd(bridges, view, at, written);
    segments.push(decoder.decode(bytes.subarray(at, to)));
  }
  return segments;
}

/** Tokens of a text taken for one piece, by merging alone. */
function mergedCount(text: string): number {
  const bytes = new Uint8Array(text.length * 3 + MARGIN);
  const { written } = new TextEncoder().encodeInto(text, bytes);
  return tables().merge.whole(new DataView(bytes.buffer), 0, written);
}

it('no token of whole characters falls apart', () => {
  const torn: string[] = [];
  let [at, shape] = [0, 0];
  for (let rank = 0; rank < asset.tokens; rank++) {
    const packed = asset.shapes[shape] as number;
    const length = packed === 0 ? (asset.shapes[shape + 1] as number) : packed & 15;
    shape += packed === 0 ? 3 : 1;
    const bytes = asset.bytes.subarray(at, at + length);
    at += length;
    if (bytes.every((byte) => byte < 0x80)) continue;
    try {
      const text = decoder.decode(bytes);
      if (segmentsOf(text).length > 1) torn.push(text);
    } catch {
      // Part of a character: no text is that token.
    }
  }
  expect(torn).toEqual([]);
});

it('what falls apart counts as its parts do', () => {
  const characters = fc.oneof(
    fc.constantFrom(
      '\ufeff',
      ...'的一是不了人我在有他这中大来上国错误类型文件エラーファイルの를지정할수없습니다Приветسلامनमสวัดีé😀👩‍💻a ',
    ),
    fc.integer({ min: 0x80, max: 0xffff }).map((point) => String.fromCodePoint(point).toWellFormed()),
  );
  const word = fc.array(characters, { minLength: 2, maxLength: 40 }).map((chars) => chars.join(''));
  fc.assert(
    fc.property(word, (text) => {
      const parts = segmentsOf(text);
      expect(parts.join('')).toBe(text);
      expect(parts.reduce((all, part) => all + mergedCount(part), 0)).toBe(mergedCount(text));
    }),
    { numRuns: 2_000 },
  );
});

it('finds borders in scripts without blanks, and none in ASCII', () => {
  expect(segmentsOf('无法指定此选项').length).toBeGreaterThan(1);
  expect(segmentsOf('anything_at-all')).toEqual(['anything_at-all']);
});
