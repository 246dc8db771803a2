import { expect, it } from 'vitest';
import { readRanks } from '../node.ts';
import { readAsset } from './asset.ts';
import { sharedMemory } from './shared-memory.ts';
import { buildVocabulary } from './vocabulary.ts';

it('holds the same tables whichever path filled them', () => {
  const asset = readAsset(readRanks());
  const [compiled, plain] = [sharedMemory(), sharedMemory(false)];
  const [left, right] = [buildVocabulary(asset, compiled), buildVocabulary(asset, plain)];
  expect([compiled.countKnown, plain.countKnown].map((loop) => loop !== undefined)).toEqual([true, false]);
  for (const table of ['short', 'middle', 'filter', 'hints'] as const) {
    expect(
      Buffer.compare(
        Buffer.from(compiled[table].buffer, compiled[table].byteOffset, compiled[table].byteLength),
        Buffer.from(plain[table].buffer, plain[table].byteOffset, plain[table].byteLength),
      ),
      table,
    ).toBe(0);
  }
  expect(Buffer.compare(Buffer.from(left.long.buffer), Buffer.from(right.long.buffer))).toBe(0);
  expect(Buffer.compare(left.length, right.length)).toBe(0);
});
