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
  /** Keys the hash in the `user` label, so that no name can be read from it. */
  readonly labelKey: Uint8Array;
  storageBytes(): Promise<readonly { readonly owner: string; readonly bytes: number }[]>;
  streams(): number;
}

/** Starts counting. */
export function serverMetrics(measured: Measured): ServerMetrics {
  const registry = new Registry();
  let isAsked = false;
  const observe = foldCounters([registry]);
  const requests = new Histogram({
    name: 'tenfold_http_request_duration_seconds',
    help: 'Requests by route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  addGauges([registry], measured);
  return {
    observe,
    request: (method, route, status, seconds) => requests.observe({ method, route, status: String(status) }, seconds),
    contentType: registry.contentType,
    text() {
      // Those of the process wake it a hundred times a second, which is for nothing where nobody asks.
      if (!isAsked) collectDefaultMetrics({ register: registry, prefix: 'tenfold_' });
      isAsked = true;
      return registry.metrics();
    },
  };
}

function foldCounters(registers: Registry[]): (metric: Metric) => void {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, labelNames: ['strategy'], buckets, registers });
  const folds = counter(
    'tenfold_folds_total',
    'Folds by what started them, strategy and outcome.',
    'trigger',
    'strategy',
    'outcome',
  );
  const duration = histogram('tenfold_fold_duration_seconds', 'How long folds took.', [0.1, 0.5, 1, 2, 5, 10, 15, 30, 60, 120]);
  const shares = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
  const ratio = histogram('tenfold_fold_reduction_ratio', 'Tokens after a fold by tokens before it.', shares);
  const foldErrors = counter('tenfold_fold_errors_total', 'Folds that failed.', 'trigger');
  const checkpoints = counter('tenfold_checkpoints_total', 'Checkpoints by why they were made.', 'tag');
  const checkpointErrors = counter('tenfold_checkpoint_errors_total', 'Checkpoints that could not be stored.');
  const turns = counter('tenfold_turns_total', 'Turns by outcome.', 'outcome');
  return (metric) => {
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
  };
}

function addGauges(registers: Registry[], { labelKey, storageBytes, streams }: Measured): void {
  const userOf = (owner: string) => createHmac('sha256', labelKey).update(owner).digest('hex').slice(0, 16);
  new Gauge({
    name: 'tenfold_storage_bytes',
    help: 'Bytes of conversations by user, who is named by a keyed hash.',
    labelNames: ['user'],
    registers,
    async collect() {
      const stored = await storageBytes();
      // Whoever has nothing left is told of no more.
      this.reset();
      for (const { owner, bytes } of stored) this.set({ user: userOf(owner) }, bytes);
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
}
