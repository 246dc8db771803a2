import type { JsonObject, RunId } from '@tenfold/core';
import type { SessionId } from './sessions.ts';

/** Why a run started. */
export type RunTrigger = 'soft' | 'hard' | 'manual';

/** How a run ended. */
export type RunOutcome = 'done' | 'degraded' | 'skipped' | 'failed' | 'cancelled' | 'undone';

/** One condensation, as it is reported. */
export interface Run {
  readonly id: RunId;
  readonly session: SessionId;
  readonly branch: string;
  readonly strategy: string;
  readonly trigger: RunTrigger;
  readonly outcome: RunOutcome;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** In dollars; null where no price is known. */
  readonly cost: number | null;
  readonly report: JsonObject;
  readonly startedAt: number;
  readonly durationMs: number;
  /** 1 to 5, null until somebody rates it. */
  readonly rating: number | null;
}

/** Condensations, newest first. */
export interface Runs {
  /** Saves a run, or replaces the one of the same id; a rating stays. */
  save(run: Omit<Run, 'rating'>): Promise<Run>;
  get(session: SessionId, id: RunId): Promise<Run>;
  list(session: SessionId, filter?: { limit?: number }): Promise<readonly Run[]>;
  rate(session: SessionId, id: RunId, rating: number): Promise<Run>;
  setOutcome(session: SessionId, id: RunId, outcome: RunOutcome): Promise<Run>;
}
