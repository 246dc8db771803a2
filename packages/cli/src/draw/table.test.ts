import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordingScreen } from '../testing/recording-terminal.ts';
import { drawTable } from './table.ts';
import { widthOf } from './width.ts';

const columns = [
  { title: 'what', least: 6 },
  { title: 'tokens', align: 'right' },
  { title: 'note', least: 4, spare: 1 },
] as const;

it('aligns words left and numbers right', () => {
  const rows = [
    ['tool results', '7,304', 'old'],
    ['user', '12', ''],
  ];
  expect(drawTable(columns, rows, 76, recordingScreen())).toEqual([
    'what          tokens  note',
    'tool results   7,304  old',
    'user              12',
  ]);
});

it('cuts the longest texts first and leaves columns out last', () => {
  const rows = [['packages/core/src/one-call.ts', '7,304', 'a long remark']];
  expect(drawTable(columns, rows, 30, recordingScreen())[1]).toBe('packages/…   7,304  a long re…');
  expect(drawTable(columns, rows, 20, recordingScreen())[1]).toBe('packa…   7,304  a l…');
  expect(drawTable(columns, rows, 16, recordingScreen())[1]).toBe('package…   7,304');
});

it('never draws wider than it may, whatever the cells hold, once the least fits', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replace(/[\p{C}\p{Z}]/gu, ' '));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 6 }), fc.integer({ min: 14, max: 80 }), (rows, width) => {
      const flexible = [
        { title: 'a', least: 6 },
        { title: 'b', least: 6 },
      ];
      for (const line of drawTable(flexible, rows, width, recordingScreen())) expect(widthOf(line)).toBeLessThanOrEqual(width);
    }),
  );
});
