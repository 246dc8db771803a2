import type { Job } from '../../../api/contract.ts';

/** What every run says while it is under way. */
export const CONDENSING = 'Condensing context...';

/** The line on the divider of a fold that is under way, or that ended without one. */
export function jobTitle({ state, reason, trigger }: Pick<Job, 'state' | 'reason' | 'trigger'>): string {
  if (state === 'cancelled') return 'Condensing was cancelled. Nothing changed.';
  if (state === 'skipped') return `Not condensed: ${sentence(reason ?? 'there is nothing to gain')}`;
  if (state !== 'failed') return CONDENSING;
  // A message that waited for the fold says by itself why it could not go.
  if (trigger === 'hard') return 'Failed to condense. Nothing changed.';
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

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
