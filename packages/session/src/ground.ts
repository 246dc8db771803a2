import type { JsonObject } from '@tenfold/core';
import type { Store } from '@tenfold/store';
import type { Bulletin } from './bulletin.ts';
import type { Metric } from './metrics.ts';

/** Where structured logs go. Nothing secret is ever in `facts`. */
export interface Log {
  info(event: string, facts?: JsonObject): void;
  warn(event: string, facts?: JsonObject): void;
  error(event: string, facts?: JsonObject): void;
}

/** What every concept of the shell stands on. */
export interface Ground {
  readonly store: Store;
  /** Milliseconds since 1970, for what people see. */
  now(): number;
  /** Milliseconds that only ever grow, for intervals. */
  monotonic(): number;
  readonly log: Log;
  observe(metric: Metric): void;
  readonly bulletin: Bulletin;
  /** Fencing token of this process: under it stands all that is unfinished. */
  lease(): number;
}

/** A log that says nothing. */
export const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** Words of any error, never its stack. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Waits; ends early, without throwing, when the signal does. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
