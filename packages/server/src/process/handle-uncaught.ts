import type { Log } from '@tenfold/session';

/** What is needed of a process; the real one, or a test's. */
export interface Failing {
  on(event: 'unhandledRejection' | 'uncaughtException', listener: (error: unknown) => void): unknown;
  exit(code: number): void;
}

/**
 * Handles what failed and nobody caught. A promise that nobody waited for has failed by itself: it is logged, and all else goes on. After
 * an exception that went through code which did not expect it nobody knows what was left undone: the process is stopped in order, within
 * `longestMs`, and ends with an error; a second one ends it at once.
 */
export function handleUncaught(stop: () => Promise<void>, { on, exit }: Failing, log: Log, longestMs: number): void {
  let isStopping = false;
  on('unhandledRejection', (error) => log.error('unhandled-rejection', factsOf(error)));
  on('uncaughtException', (error) => {
    log.error('uncaught-exception', {
      ...factsOf(error),
      todo: 'Tenfold ends. Everything that was stored is kept: start it again, and report this.',
    });
    if (isStopping) return exit(1);
    isStopping = true;
    setTimeout(() => exit(1), longestMs).unref();
    stop()
      .catch((failed: unknown) => log.error('not-stopped-in-order', factsOf(failed)))
      .finally(() => exit(1));
  });
}

function factsOf(error: unknown): { readonly reason: string; readonly stack?: string } {
  const stack = error instanceof Error ? error.stack : undefined;
  return { reason: String(error), ...(stack === undefined ? {} : { stack }) };
}
