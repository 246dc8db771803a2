import { collectGarbage, idleWatch } from '@tenfold/session';

const CHECK_MS = 10_000;
/** Bytes more than after the last time that are worth the pause. */
const WORTH = 24_000_000;

/**
 * Gives memory back that a busy time left behind, once nobody waits for anything: the engine that runs this collects only when it needs
 * room, so after a rush it would keep for good what the rush took. Answers how to stop looking.
 */
export function releaseMemoryWhenIdle(): () => void {
  const isIdle = idleWatch();
  let kept = process.memoryUsage.rss();
  const timer = setInterval(() => {
    if (!isIdle() || process.memoryUsage.rss() < kept + WORTH) return;
    collectGarbage({ givesBack: true });
    kept = process.memoryUsage.rss();
  }, CHECK_MS).unref();
  return () => clearInterval(timer);
}
