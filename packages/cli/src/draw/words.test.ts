import { counted } from '@tenfold/core';
import { expect, it } from 'vitest';
import { change, duration, share } from './words.ts';

it('says times as people do', () => {
  expect([0.2, 42.4, 999.6, 1_840, 59_949, 59_960, 125_000].map(duration)).toEqual([
    '< 1 ms',
    '42 ms',
    '1.0 s',
    '1.8 s',
    '59.9 s',
    '1 min 0 s',
    '2 min 5 s',
  ]);
});

it('says shares, changes and numbers', () => {
  expect([share(1, 3), share(1, 0)]).toEqual(['33.3%', '0.0%']);
  expect([change(100, 12), change(100, 100), change(100, 103), change(0, 5)]).toEqual(['-88%', '±0%', '+3%', '±0%']);
  expect([counted(1, 'message'), counted(1_204, 'message')]).toEqual(['1 message', '1,204 messages']);
});
