import { counterFault, countText, withOwn } from '@tenfold/core';
import type { Dependencies } from './dependencies.ts';
import { engineWith } from './engine/engine.ts';
import { type Log, SILENT } from './log.ts';
import { type ProcessLease, takeLease } from './recovery/process-lease.ts';
import { type SessionCaches, sessionCaches } from './session-caches.ts';
import type { TenfoldOptions } from './tenfold.ts';

/** What belongs to the process and not to one of those it works for. */
export interface Process extends Omit<Dependencies, 'store' | 'events' | 'lease' | 'meter'> {
  readonly lease: ProcessLease;
  readonly caches: SessionCaches;
}

/** Takes the process's lease and makes what everybody in it shares. */
export async function openProcess(options: TenfoldOptions): Promise<Process> {
  const {
    store,
    now = Date.now,
    monotonic = performance.now.bind(performance),
    log = SILENT,
    observe = () => {},
    facts = {},
  } = options;
  const all = withOwn(options.strategies ?? []);
  // The counter's table is read here rather than by whoever counts first; where it cannot be, that one hears of it.
  warmCounter(log);
  return {
    now,
    monotonic,
    log,
    observe,
    strategies: all,
    engine: engineWith(all),
    caches: sessionCaches(),
    lease: await takeLease(store, { facts, now, monotonic, log }),
  };
}

function warmCounter(log: Log): void {
  const fault = counterFault();
  if (fault === null) countText('The first words are counted before anybody waits for them.');
  else log.error('counter-unavailable', { reason: fault.message });
}
