import type { RunTrigger } from '@tenfold/store';

/** Something countable that happened, for whoever keeps counters. */
export type Metric =
  | {
      readonly type: 'fold';
      readonly trigger: RunTrigger;
      readonly strategy: string;
      readonly outcome: string;
      readonly seconds: number;
      /** After by before. */
      readonly ratio: number;
    }
  | { readonly type: 'fold-error'; readonly trigger: RunTrigger; readonly reason: string }
  | { readonly type: 'checkpoint'; readonly tag: string }
  | { readonly type: 'checkpoint-error' }
  | { readonly type: 'turn'; readonly outcome: string };

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
