import { expect, it } from 'vitest';
import { readRanks } from '../node.ts';
import { readAsset } from './asset.ts';
import { SharedMemory } from './shared-memory.ts';
import { buildVocabulary } from './vocabulary.ts';

it('holds the same tables whichever path filled them', () => {
  const asset = readAsset(readRanks());
  const [compiled, plain] = [new SharedMemory(), new SharedMemory(false)];
  buildVocabulary(asset, compiled);
  buildVocabulary(asset, plain);
  expect([compiled.compiled, plain.compiled].map((code) => code !== undefined)).toEqual([true, false]);
  expect(compiled.compiled?.text.value).toBe(compiled.textStart);
  for (const name of ['short', 'middle', 'long', 'longBytes', 'filter', 'hints', 'longHints', 'lengths', 'splits'] as const) {
    expect(Buffer.compare(compiled.table(name), plain.table(name)), name).toBe(0);
  }
});
