import { expect, it } from 'vitest';
import { day, when } from './figures.ts';

const now = new Date(2026, 10, 15, 23, 30);

it('says only what is not plain from now', () => {
  expect(when(new Date(2026, 10, 15, 9, 5).getTime(), now)).toBe('09:05');
  expect(when(new Date(2026, 10, 14, 23, 2).getTime(), now)).toBe('Nov 14, 23:02');
  expect(when(new Date(2025, 0, 3, 0, 0).getTime(), now)).toBe('Jan 3, 2025, 00:00');
  expect(day(new Date(2026, 1, 1).getTime(), now)).toBe('Feb 1');
});
