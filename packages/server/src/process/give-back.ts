import { performance } from 'node:perf_hooks';
import { collectGarbage } from '@tenfold/session';

const LOOK_MS = 10_000;
/** Share of the time that an idle process is busy, at most. */
const IDLE = 0.05;
/** Bytes more than after the last time that are worth the pause. */
const WORTH = 24_000_000;

/**
 * Gives memory back that a busy time left behind, once nobody waits for anything: the engine that runs this collects only when it needs
 * room, so after a rush it would keep for good what the rush took. Answers how to stop looking.
 */
export function giveBackWhenIdle(): () => void {
  let [before, kept] = [performance.eventLoopUtilization(), process.memoryUsage.rss()];
  const look = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > IDLE || process.memoryUsage.rss() < kept + WORTH) return;
    collectGarbage({ givesBack: true });
    kept = process.memoryUsage.rss();
  }, LOOK_MS).unref();
  return () => clearInterval(look);
}
