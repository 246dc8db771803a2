import { expect, it } from 'vitest';
import { counted, formatCount } from './counted.ts';

it('puts commas between thousands', () => {
  expect([0, 999, 1_000, 128_000, 1_234_567.4, -1_000, -0.2].map((count) => formatCount(count))).toEqual([
    '0',
    '999',
    '1,000',
    '128,000',
    '1,234,567',
    '-1,000',
    '0',
  ]);
});

it('takes the noun that fits', () => {
  expect([counted(1, 'message'), counted(0, 'message'), counted(1_204, 'message'), counted(2, 'entry', 'entries')]).toEqual([
    '1 message',
    '0 messages',
    '1,204 messages',
    '2 entries',
  ]);
});
