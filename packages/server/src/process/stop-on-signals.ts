import { constants } from 'node:os';

/** Signals that stop a server. */
export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** What is needed of a process; the real one, or a test's. */
export interface Stoppable {
  on(signal: StopSignal, listener: () => void): unknown;
  exit(code: number): void;
  /** Milliseconds that never go back. */
  now(): number;
}

/** The same signal again sooner than this is no second one: it went to a whole group of processes and was passed on by one of them. */
const ECHO_MS = 400;

/** Resolves after an orderly stop, which the first signal begins and which is cut after the longest it may take; a second one ends the process at once. */
export function stopOnSignals(
  stop: (signal: StopSignal) => Promise<void>,
  { on, exit, now }: Stoppable,
  longestMs: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let first: { readonly signal: StopSignal; readonly at: number } | null = null;
    const heard = (signal: StopSignal) => {
      if (first !== null) {
        if (signal !== first.signal || now() - first.at > ECHO_MS) exit(128 + constants.signals[signal]);
        return;
      }
      first = { signal, at: now() };
      setTimeout(() => exit(1), longestMs).unref();
      stop(signal).then(resolve, reject);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) on(signal, () => heard(signal));
  });
}
