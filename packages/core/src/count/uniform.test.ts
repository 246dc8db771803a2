import { get_encoding } from 'tiktoken';
import { afterAll, expect, it } from 'vitest';
import { countSlices } from './slices.ts';
import { countText } from './text.ts';

const oracle = get_encoding('o200k_base');
afterAll(() => oracle.free());

it.each([...'-=*#/_~.+ \n\ta'])('counts a long run of %j as merging does, whatever its length', (character) => {
  // The oracle takes minutes where nothing divides a run, so it is asked about lengths on both sides of the threshold.
  for (const length of [4_095, 4_096, 4_160, 4_479, 4_480]) {
    const text = character.repeat(length);
    const expected = oracle.encode(text, [], []).length;
    expect(countText(text)).toBe(expected);
    const slices = countSlices(text);
    let step = slices.next();
    while (!step.done) step = slices.next();
    expect(step.value).toBe(expected);
  }
});
