import type { MetricsSummary } from '@tenfold/contract';

/** One day of the chart. */
export type Day = MetricsSummary['days'][number];

const DAY_MS = 86_400_000;

/** Every day of the range up to today, days without a condensation as zeros, so that gaps look like gaps. Days are UTC's. */
export function daySeries(days: readonly Day[], range: number, now: number): Day[] {
  const known = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: range }, (_, index) => {
    const day = new Date(now - (range - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return (
      known.get(day) ?? {
        day,
        folds: 0,
        tokensSaved: 0,
        cost: 0,
        saved: 0,
        expectedSaving: 0,
        averageSeconds: 0,
        averageReduction: 0,
        failures: 0,
      }
    );
  });
}

/** `2026-11-15` as `Nov 15`, whatever the reader's zone. */
export function dayOfUtc(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
}
