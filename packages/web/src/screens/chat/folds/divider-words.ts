import type { Run } from '@tenfold/contract';
import { dollars, paybackWords } from '../../../ui/money.ts';
import { whole } from '../../../ui/numbers.ts';

const TRIGGERS = { soft: 'automatic, beside the conversation', hard: 'automatic, before sending', manual: 'by hand' } as const;

/** The line on the divider: the run's own words while it stands, what became of it otherwise. */
export function dividerTitle(run: Pick<Run, 'active' | 'outcome' | 'divider' | 'before' | 'after'>): string {
  if (run.outcome === 'failed') return 'Failed to condense. Nothing changed.';
  if (run.outcome === 'cancelled') return 'Condensing was cancelled. Nothing changed.';
  if (run.outcome === 'skipped') return 'Nothing was condensed.';
  if (run.outcome === 'undone') return 'Condensing undone: the messages above are in the context again.';
  // A summary that was written anew stands in its place, or one went back to before it.
  if (!run.active) return 'An earlier summary, no longer in use.';
  return run.divider;
}

/** Strategy, who answered, trigger, messages, time and money, in that order. */
export function dividerFacts(run: Run): readonly string[] {
  return [
    run.strategyName + (run.by.length > 0 ? ` by ${run.by.map(called).join(', ')}` : ''),
    TRIGGERS[run.trigger],
    `${whole(run.messagesBefore)} → ${whole(run.messagesAfter)} messages`,
    `${run.seconds.toFixed(1)} s`,
    `cost ${dollars(run.cost)}`,
    ...(run.savedSoFar === null ? [] : [`saved ${dollars(run.savedSoFar)} so far`]),
    ...(run.expectedSaving === null ? [] : [`${dollars(run.expectedSaving)} expected`]),
    ...(run.payback === null ? [] : [`pays back: ${paybackWords(run.payback)}`]),
    ...(run.outcome === 'unmet' ? ['the target was not reached'] : []),
    ...(run.outcome === 'degraded' ? ['without the model: it did not answer'] : []),
  ];
}

/** `45,230 → 18,450 tokens (59% less)`, as a completed command says. */
export function completionWords({ before, after }: Pick<Run, 'before' | 'after'>): string {
  const share = before === 0 ? 0 : Math.round((100 * (before - after)) / before);
  return `${whole(before)} → ${whole(after)} tokens (${share}% less)`;
}

function called(by: string): string {
  return by === 'embedded' ? 'the built-in summarizer' : by;
}
