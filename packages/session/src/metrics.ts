import type { MetricsSummary, RunTotals } from '@tenfold/contract';
import type { Run } from '@tenfold/store';
import type { Dependencies } from './dependencies.ts';
import { FOLD_KIND } from './folding/job.ts';
import { savedSoFar } from './folding/run-view.ts';

/** Numbers over all sessions. */
export interface Metrics {
  /** With `ofAll: false` what is stored is one's own; else all there is, as whoever runs the server wants to know. */
  summary(days?: number, options?: { readonly ofAll?: boolean }): Promise<MetricsSummary>;
}

const DAY_MS = 86_400_000;
const COUNTED = ['done', 'degraded', 'unmet', 'undone'];

/** The numbers of a store. */
export function createMetrics({ store, now }: Pick<Dependencies, 'store' | 'now'>): Metrics {
  return {
    async summary(days = 30, { ofAll = true } = {}) {
      const since = now() - days * DAY_MS;
      const runs: Run[] = [];
      for await (const some of store.runs.since(since)) runs.push(...some.filter(({ outcome }) => COUNTED.includes(outcome)));
      const failures = await store.jobs.endedAt({ kind: FOLD_KIND, state: 'failed', since });
      const ratings = runs.flatMap(({ rating }) => rating ?? []);
      return {
        ...totalsOf(runs),
        days: byDay(runs, failures),
        strategies: [...Map.groupBy(runs, ({ strategy }) => strategy)].map(([strategy, some]) => ({
          strategy,
          ...totalsOf(some),
        })),
        byStrategy: tally(runs.map(({ strategy }) => strategy)),
        byTrigger: tally(runs.map(({ trigger }) => trigger)),
        p95Seconds: p95(runs.map(({ durationMs }) => durationMs / 1_000)),
        failures: failures.length,
        ratings: { count: ratings.length, average: ratings.length === 0 ? null : mean(ratings) },
        checkpoints: await store.checkpoints.count(),
        storageBytes: ofAll ? await store.size() : await store.usage.bytes(),
      };
    },
  };
}

function totalsOf(runs: readonly Run[]): RunTotals {
  const kept = runs.filter(({ outcome }) => outcome !== 'undone');
  return {
    folds: runs.length,
    tokensSaved: kept.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0),
    cost: runs.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    saved: runs.reduce((sum, run) => sum + (savedSoFar(run) ?? 0), 0),
    expectedSaving: runs.reduce((sum, { report, outcome, cost }) => {
      if (outcome === 'undone') return sum - (cost ?? 0);
      return sum + (typeof report.saved === 'number' ? report.saved : 0);
    }, 0),
    averageSeconds: mean(runs.map(({ durationMs }) => durationMs / 1_000)),
    averageReduction: mean(
      runs.map(({ tokensBefore, tokensAfter }) => (tokensBefore === 0 ? 0 : 1 - tokensAfter / tokensBefore)),
    ),
  };
}

function byDay(runs: readonly Run[], failures: readonly number[]): MetricsSummary['days'] {
  const failed = tally(failures.map(dayOf));
  const days = Map.groupBy(runs, ({ startedAt }) => dayOf(startedAt));
  return [...new Set([...days.keys(), ...Object.keys(failed)])]
    .sort()
    .map((day) => ({ day, ...totalsOf(days.get(day) ?? []), failures: failed[day] ?? 0 }));
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function tally(names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;
}
