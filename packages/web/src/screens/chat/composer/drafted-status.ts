import type { ContextStatus } from '@tenfold/contract';
import { levelOf } from '@tenfold/core';

/** The status with what is being typed counted in, and what has come of an answer, as the next request would have it. */
export function draftedStatus(status: ContextStatus, draft: number, answer = 0): ContextStatus {
  const { breakdown } = status;
  const used = status.used - breakdown.draft + draft + answer;
  const percent = (100 * used) / status.room;
  return {
    ...status,
    used,
    percent,
    available: Math.max(0, status.room - used),
    level: levelOf(percent),
    breakdown: { ...breakdown, draft, assistant: breakdown.assistant + answer },
  };
}
