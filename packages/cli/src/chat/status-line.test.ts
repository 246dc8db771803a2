import type { ContextStatus } from '@tenfold/contract';
import { expect, it } from 'vitest';
import { statusLine } from './status-line.ts';

const status = {
  used: 64_200,
  room: 105_216,
  percent: 61,
  level: 'normal',
  exact: true,
  softAt: 84_173,
  breakdown: { draft: 0 },
} as ContextStatus;

it('draws the gauge in one line that can be read without colours', () => {
  expect(statusLine(status)).toBe('▓▓▓▓▓▓▓▓▓▓▓▓░░░░│░░░ 61% 64.2k/105k · condenses at 80%');
  expect(statusLine({ ...status, percent: 72, level: 'warning', exact: false })).toContain('≈72%! ');
  expect(statusLine({ ...status, percent: 140, level: 'critical' })).toMatch(/^▓{20} 140%!! /);
  expect(statusLine({ ...status, breakdown: { ...status.breakdown, draft: 1_240 } })).toContain(
    '64.2k/105k · 1.2k of it being typed',
  );
});
