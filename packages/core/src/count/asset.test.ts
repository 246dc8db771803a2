import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRanks } from '../node.ts';
import { readAsset } from './asset.ts';
import { SOURCE_SHA256 } from './count-module.gen.ts';
import { installRanks } from './tables.ts';
import { countText } from './text.ts';
import { CounterUnavailable } from './unavailable.ts';

const committed = readRanks();
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('comes with a compiled loop of the source that is committed', () => {
  const folder = new URL('../../wasm/', import.meta.url);
  const sources = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(new URL(name, folder)));
  expect(SOURCE_SHA256).toBe(sha256(Buffer.concat(sources)));
});

it('is refused with a typed error when any byte differs', () => {
  fc.assert(
    fc.property(fc.nat({ max: committed.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const damaged = Uint8Array.from(committed);
      damaged[at] = (damaged[at] as number) ^ change;
      expect(() => readAsset(damaged)).toThrow(CounterUnavailable);
    }),
    { numRuns: 50 },
  );
});

it.each([
  ['nothing', new Uint8Array()],
  ['half of it', committed.slice(0, 800_000)],
  ['a word less', committed.slice(0, committed.length - 4)],
  ['a byte more', Uint8Array.from([...committed.slice(0, 100), 0])],
  ['a web page', new TextEncoder().encode('<!doctype html><title>404</title>'.padEnd(64, ' '))],
])('is refused when it is %s, and the table in use stays', (_, bytes) => {
  const before = countText('still counting');
  expect(() => installRanks(bytes)).toThrow(expect.objectContaining({ name: 'CounterUnavailable', fault: 'corrupt' }));
  expect(countText('still counting')).toBe(before);
});

it('is read from any place in a buffer', () => {
  const shifted = new Uint8Array(committed.length + 3).subarray(3);
  shifted.set(committed);
  expect(readAsset(shifted).tokens).toBe(199_998);
});
