import type { ContextStatus } from '@tenfold/contract';
import { levelOf } from '@tenfold/core';

/** The status with what is being typed counted in, as the next request would have it. */
export function draftedStatus(status: ContextStatus, draft: number): ContextStatus {
  const used = status.used - status.breakdown.draft + draft;
  const percent = (100 * used) / status.room;
  return {
    ...status,
    used,
    percent,
    available: Math.max(0, status.room - used),
    level: levelOf(percent),
    breakdown: { ...status.breakdown, draft },
  };
}
