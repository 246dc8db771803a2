import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, it } from 'vitest';
import { generateAsset } from '../../../../scripts/gen-ranks.ts';
import { readRanks } from '../node.ts';

const committed = readRanks();
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('is what `npm run gen:ranks` writes', () => {
  expect(sha256(committed)).toBe(sha256(generateAsset()));
});

it('is small enough to commit and to send', () => {
  expect(committed.length).toBeLessThanOrEqual(1_700_000);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_LGWIN]: 24 };
  expect(brotliCompressSync(committed, { params }).length).toBeLessThanOrEqual(900_000);
});
