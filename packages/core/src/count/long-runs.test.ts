import fc from 'fast-check';
import { get_encoding } from 'tiktoken';
import { afterAll, expect, it } from 'vitest';
import { countSlices } from './slices.ts';
import { countText } from './text.ts';

const oracle = get_encoding('o200k_base');
afterAll(() => oracle.free());

const SIGNS = [...'-=*#/_~.+ \n\taA0"\\', '\r', '\0'];

/** Counts in one go and in slices, and by the oracle. */
function counts(text: string): readonly number[] {
  const slices = countSlices(text);
  let step = slices.next();
  while (!step.done) step = slices.next();
  return [countText(text), step.value, oracle.encode(text, [], []).length];
}

it.each(SIGNS)('counts a long run of %j as merging does, whatever its length', (character) => {
  // The oracle takes minutes where nothing divides a run, so it is asked about lengths on both sides of the threshold.
  for (const length of [2_047, 2_048, 2_112, 4_095, 4_096, 4_160, 4_479, 4_480]) {
    const [inOneGo, inSlices, expected] = counts(character.repeat(length));
    expect([inOneGo, inSlices]).toEqual([expected, expected]);
  }
});

it('counts long runs as merging does, whatever stands around them', () => {
  const sign = fc.constantFrom(...SIGNS);
  const between = fc
    .array(fc.oneof(sign, fc.constantFrom('é', '漢', '⟨', '\u{1f600}', 'ab', ' x', '\r\n')), { maxLength: 4 })
    .map((all) => all.join(''));
  const run = fc.tuple(sign, fc.integer({ min: 1_900, max: 3_400 })).map(([one, times]) => one.repeat(times));
  fc.assert(
    fc.property(between, run, between, fc.option(run, { nil: '' }), between, (...parts) => {
      const [inOneGo, inSlices, expected] = counts(parts.join(''));
      expect([inOneGo, inSlices]).toEqual([expected, expected]);
    }),
    { numRuns: process.env.TENFOLD_DEEP === '1' ? 2_000 : 60 },
  );
});

it('is as quick with something behind a long run as without', () => {
  const steps = (text: string) => [...countSlices(text)].length;
  expect(steps(`${'-'.repeat(400_000)}\n`)).toBeLessThan(20);
});
