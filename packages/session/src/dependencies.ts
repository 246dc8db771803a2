import type { AnyStrategy } from '@tenfold/core';
import type { Store } from '@tenfold/store';
import type { Engine } from './engine/engine.ts';
import type { Log } from './log.ts';
import type { Meter } from './meter.ts';
import type { Metric } from './metric.ts';
import type { SessionEvents } from './session-events.ts';

/** What every concept of the shell stands on. */
export interface Dependencies {
  readonly store: Store;
  /** Milliseconds since 1970, for what people see. */
  now(): number;
  /** Milliseconds that only ever grow, for intervals. */
  monotonic(): number;
  readonly log: Log;
  /** Strategies there are: the engine's and one's own. */
  readonly strategies: readonly AnyStrategy[];
  readonly engine: Engine;
  observe(metric: Metric): void;
  /** Counts tokens of models against what their owner may use. */
  readonly meter: Meter;
  readonly events: SessionEvents;
  /** Fencing token of this process: under it stands all that is unfinished. */
  readonly lease: number;
}
