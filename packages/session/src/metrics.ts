import type { Run } from '@tenfold/store';
import type { Ground } from './ground.ts';

/** One day of folding. */
export interface DaySummary {
  /** `2026-05-01`, in UTC. */
  readonly day: string;
  readonly folds: number;
  readonly tokensSaved: number;
  readonly cost: number;
  readonly saved: number;
}

/** What folding came to lately. */
export interface MetricsSummary {
  readonly days: readonly DaySummary[];
  readonly folds: number;
  readonly tokensSaved: number;
  readonly cost: number;
  readonly saved: number;
  readonly byStrategy: Readonly<Record<string, number>>;
  readonly byTrigger: Readonly<Record<string, number>>;
  readonly averageSeconds: number;
  readonly averageReduction: number;
  readonly checkpoints: number;
  readonly storageBytes: number;
}

/** Numbers over all sessions. */
export interface Metrics {
  summary(days?: number): Promise<MetricsSummary>;
}

const DAY_MS = 86_400_000;
/** Sessions and runs looked at for a summary. */
const MOST_SESSIONS = 1_000;
const MOST_RUNS = 500;

/** The numbers of a store. */
export function metricsOn({ store, now }: Ground): Metrics {
  return {
    async summary(days = 30) {
      const since = now() - days * DAY_MS;
      const sessions = await store.sessions.list({ limit: MOST_SESSIONS });
      const lists = await Promise.all(sessions.map(({ id }) => store.runs.list(id, { limit: MOST_RUNS })));
      const runs = lists
        .flat()
        .filter(({ startedAt, outcome }) => startedAt >= since && ['done', 'degraded', 'undone'].includes(outcome));
      const total = sumOf(runs);
      return {
        days: byDay(runs),
        ...total,
        byStrategy: tally(runs.map(({ strategy }) => strategy)),
        byTrigger: tally(runs.map(({ trigger }) => trigger)),
        averageSeconds: mean(runs.map(({ durationMs }) => durationMs / 1_000)),
        averageReduction: mean(
          runs.map(({ tokensBefore, tokensAfter }) => (tokensBefore === 0 ? 0 : 1 - tokensAfter / tokensBefore)),
        ),
        checkpoints: sessions.reduce((sum, { checkpoints }) => sum + checkpoints, 0),
        storageBytes: await store.size(),
      };
    },
  };
}

function sumOf(runs: readonly Run[]): Omit<DaySummary, 'day'> {
  return {
    folds: runs.length,
    tokensSaved: runs.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0),
    cost: runs.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    saved: runs.reduce((sum, { report }) => sum + (typeof report.saved === 'number' ? report.saved : 0), 0),
  };
}

function byDay(runs: readonly Run[]): readonly DaySummary[] {
  const days = Map.groupBy(runs, ({ startedAt }) => new Date(startedAt).toISOString().slice(0, 10));
  return [...days].map(([day, some]) => ({ day, ...sumOf(some) })).sort((a, b) => a.day.localeCompare(b.day));
}

function tally(names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
