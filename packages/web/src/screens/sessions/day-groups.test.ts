import type { Session } from '@tenfold/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayGroups, dayName } from './day-groups.ts';

const now = new Date(2026, 4, 20, 9, 30);
const on = (year: number, month: number, day: number, hour = 12) => new Date(year, month, day, hour);
const session = (id: string, at: Date, pinnedAt: number | null = null) => ({ id, updatedAt: at.getTime(), pinnedAt }) as Session;

describe('days', () => {
  it('counts nights, not hours', () => {
    expect(dayName(on(2026, 4, 20, 0), now)).toBe('Today');
    expect(dayName(on(2026, 4, 19, 23), now)).toBe('Yesterday');
    expect(dayName(on(2026, 4, 18), now)).toBe('Monday');
    expect(dayName(on(2026, 4, 13), now)).toBe('May 13');
    expect(dayName(on(2025, 11, 31), now)).toBe('December 31, 2025');
    expect(dayName(on(2026, 4, 21), now)).toBe('Today');
  });
  it('puts what is pinned first, whatever its day', () => {
    const sessions = [session('new', on(2026, 4, 20)), session('old', on(2020, 1, 1), 5), session('older', on(2019, 1, 1), 6)];
    expect(dayGroups(sessions, now).map(({ name, sessions }) => [name, sessions.map(({ id }) => id)])).toEqual([
      ['Pinned', ['old', 'older']],
      ['Today', ['new']],
    ]);
  });
  it('keeps every session once, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.date({ min: on(2020, 0, 1), max: on(2026, 4, 20), noInvalidDate: true })), (dates) => {
        const sessions = [...dates].sort((a, b) => +b - +a).map((at, index) => session(String(index), at));
        expect(dayGroups(sessions, now).flatMap((group) => group.sessions)).toEqual(sessions);
      }),
    );
  });
});
