import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Watches how long the loop of this thread is held up, until it is stopped. */
export function watchLoop() {
  let held = 0;
  let cpu = process.threadCpuUsage();
  const watch = setInterval(() => {
    const { user, system } = process.threadCpuUsage(cpu);
    held = Math.max(held, (user + system) / 1000);
    cpu = process.threadCpuUsage();
  }, 1);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(0);
  return {
    /**
     * What this thread did between two turns of the loop, since the last time it was asked: others on the machine do not count.
     * The delay by the clock is told too.
     */
    words(): string {
      const words = `loop held ${held.toFixed(0)} ms of CPU at most (${ms(delay.max)} ms of time, p99 ${ms(delay.percentile(99))})`;
      held = 0;
      delay.reset();
      return words;
    },
    stop(): void {
      delay.disable();
      clearInterval(watch);
    },
  };
}
