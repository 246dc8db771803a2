import type { ContextStatus } from '@tenfold/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftedStatus } from './drafted-status.ts';

const status = (used: number, room: number): ContextStatus =>
  ({
    used,
    room,
    percent: (100 * used) / room,
    available: Math.max(0, room - used),
    breakdown: { user: used, draft: 0 },
  }) as ContextStatus;

describe('drafted status', () => {
  it('adds the draft once, however often it is counted', () => {
    fc.assert(
      fc.property(fc.nat(200_000), fc.nat(50_000), fc.nat(50_000), (used, first, second) => {
        const once = draftedStatus(status(used, 100_000), second);
        const twice = draftedStatus(draftedStatus(status(used, 100_000), first), second);
        expect(twice).toEqual(once);
        expect(once.used).toBe(used + second);
        expect(once.available).toBe(Math.max(0, 100_000 - once.used));
      }),
    );
  });

  it('crosses 70 and 85 percent with the draft', () => {
    expect(draftedStatus(status(69_000, 100_000), 999).level).toBe('normal');
    expect(draftedStatus(status(69_000, 100_000), 1_000).level).toBe('warning');
    expect(draftedStatus(status(69_000, 100_000), 16_000).level).toBe('critical');
  });
});
