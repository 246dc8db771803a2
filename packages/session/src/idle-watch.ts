import { performance } from 'node:perf_hooks';

/** Share of the time that an idle process is busy, at most. */
const IDLE = 0.05;

/** Whether nobody has wanted anything of this process since it was asked before, or since now. */
export type IdleWatch = () => boolean;

/** Begins to watch how busy the loop is. */
export function idleWatch(): IdleWatch {
  let before = performance.eventLoopUtilization();
  return () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    return utilization <= IDLE;
  };
}
