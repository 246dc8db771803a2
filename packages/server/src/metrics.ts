import { createHmac } from 'node:crypto';
import type { Metric } from '@tenfold/session';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Counters of a server for Prometheus. No label ever carries an id, a text or a URL. */
export interface ServerMetrics {
  observe(metric: Metric): void;
  request(method: string, route: string, status: number, seconds: number): void;
  readonly contentType: string;
  text(): Promise<string>;
}

/** What the numbers are taken of. */
export interface Measured {
  readonly owner: string;
  /** Keys the hash in the `user` label, so that no name can be read from it. */
  readonly labelKey: Uint8Array;
  storageBytes(): Promise<number>;
  streams(): number;
}

/** Starts counting. */
export function serverMetrics({ owner, labelKey, storageBytes, streams }: Measured): ServerMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'tenfold_' });
  const user = createHmac('sha256', labelKey).update(owner).digest('hex').slice(0, 16);
  const folds = new Counter({
    name: 'tenfold_folds_total',
    help: 'Folds by what started them, strategy and outcome.',
    labelNames: ['trigger', 'strategy', 'outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'tenfold_fold_duration_seconds',
    help: 'How long folds took.',
    labelNames: ['strategy'],
    buckets: [0.1, 0.5, 1, 2, 5, 10, 15, 30, 60, 120],
    registers,
  });
  const ratio = new Histogram({
    name: 'tenfold_fold_reduction_ratio',
    help: 'Tokens after a fold by tokens before it.',
    labelNames: ['strategy'],
    buckets: [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
    registers,
  });
  const foldErrors = new Counter({
    name: 'tenfold_fold_errors_total',
    help: 'Folds that failed.',
    labelNames: ['trigger'],
    registers,
  });
  const checkpoints = new Counter({
    name: 'tenfold_checkpoints_total',
    help: 'Checkpoints by why they were made.',
    labelNames: ['tag'],
    registers,
  });
  const checkpointErrors = new Counter({
    name: 'tenfold_checkpoint_errors_total',
    help: 'Checkpoints that could not be stored.',
    registers,
  });
  const turns = new Counter({ name: 'tenfold_turns_total', help: 'Turns by outcome.', labelNames: ['outcome'], registers });
  const requests = new Histogram({
    name: 'tenfold_http_request_duration_seconds',
    help: 'Requests by route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  new Gauge({
    name: 'tenfold_storage_bytes',
    help: 'Bytes on disk by user, who is named by a keyed hash.',
    labelNames: ['user'],
    registers,
    async collect() {
      this.set({ user }, await storageBytes());
    },
  });
  new Gauge({
    name: 'tenfold_open_streams',
    help: 'Event streams that are open.',
    registers,
    collect() {
      this.set(streams());
    },
  });
  return {
    observe(metric) {
      switch (metric.type) {
        case 'fold':
          folds.inc({ trigger: metric.trigger, strategy: metric.strategy, outcome: metric.outcome });
          duration.observe({ strategy: metric.strategy }, metric.seconds);
          return ratio.observe({ strategy: metric.strategy }, metric.ratio);
        case 'fold-error':
          return foldErrors.inc({ trigger: metric.trigger });
        case 'checkpoint':
          return checkpoints.inc({ tag: metric.tag });
        case 'checkpoint-error':
          return checkpointErrors.inc();
        case 'turn':
          return turns.inc({ outcome: metric.outcome });
      }
    },
    request: (method, route, status, seconds) => requests.observe({ method, route, status: String(status) }, seconds),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}
