import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordingScreen } from '../testing/recording-terminal.ts';
import { drawBar, drawSlices } from './bar.ts';

it('fills the width with slices, letters where there are no colours', () => {
  const slices = [
    { size: 30, style: 'red', letter: 'r' },
    { size: 10, style: 'blue', letter: 'b' },
  ] as const;
  expect(drawSlices(slices, 8, recordingScreen())).toBe('rrrrrrbb');
  expect(drawSlices(slices, 4, recordingScreen({ colour: true }))).toBe('\u001b[31m███\u001b[39m\u001b[34m█\u001b[39m');
  expect(drawSlices([], 8, recordingScreen())).toBe('');
});

it('draws to an eighth of a character, something for something, and never too much', () => {
  expect(drawBar(50, 100, 4)).toBe('██');
  expect(drawBar(1, 1_000_000, 4)).toBe('▏');
  expect(drawBar(0, 100, 4)).toBe('');
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 80 }), (value, most, width) => {
      expect(drawBar(value, most, width).length).toBeLessThanOrEqual(width);
    }),
  );
});
