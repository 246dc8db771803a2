import type { Job } from '@tenfold/contract';
import { when } from '../../../ui/figures.ts';

/** What every run says while it is under way. */
export const CONDENSING = 'Condensing context...';

/** The line on the divider of a fold that is under way, or that ended without one; the reason of a failure may be shown elsewhere. */
export function jobTitle({ state, reason }: Pick<Job, 'state' | 'reason'>, withReason = true): string {
  if (state === 'cancelled') return 'Condensing was cancelled. Nothing changed.';
  if (state === 'skipped') return `Not condensed: ${sentence(reason ?? 'there is nothing to gain')}`;
  if (state !== 'failed') return CONDENSING;
  if (!withReason) return 'Failed to condense. Nothing changed.';
  return `Failed to condense: ${sentence(reason ?? 'no reason was given')} Nothing changed.`;
}

/** Scope, strategy, pass and seconds while it is under way. */
export function jobFacts(job: Job, seconds: number): readonly string[] {
  return [
    ...(job.scope === CONDENSING ? [] : [job.scope]),
    job.fast ? `${job.strategyName}, fast` : job.strategyName,
    ...(job.passes > 0 ? [`pass ${Math.max(1, job.pass)}/${job.passes}${job.passName === '' ? '' : ` ${job.passName}`}`] : []),
    `${seconds} s`,
  ];
}

const TRIGGERS = { soft: 'beside the conversation', hard: 'before sending', manual: 'by hand' } as const;

/** How and when a fold was tried that came to nothing. */
export function endFacts({
  strategyName,
  trigger,
  startedAt,
}: Pick<Job, 'strategyName' | 'trigger' | 'startedAt'>): readonly string[] {
  return [`${strategyName}, ${TRIGGERS[trigger]}`, when(startedAt), 'your messages are as they were'];
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
