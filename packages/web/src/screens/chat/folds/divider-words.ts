import type { Run } from '@tenfold/contract';
import { dollars, paybackWords, shorterBy, whole } from '../../../ui/figures.ts';

const TRIGGERS = { soft: 'automatic, in the background', hard: 'automatic, before sending', manual: 'by hand' } as const;

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

/** The line under the title: strategy, how much less, messages and money. */
export function shortFacts(run: Run): readonly string[] {
  return [
    run.strategyName,
    `${shorterBy(run.before, run.after)} less`,
    `${whole(run.messagesBefore)} → ${whole(run.messagesAfter)} messages`,
    ...(run.cost === null || run.cost === 0 ? [] : [dollars(run.cost)]),
  ];
}

/** Everything else that was measured: who answered, what set it off, time, money and what it saves. */
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
  ];
}

/** What a condensation that was not made as asked for says of itself, with the reason; null for one that was. */
export function makeshiftWords({ outcome, report }: Pick<Run, 'outcome' | 'report'>): string | null {
  if (outcome === 'unmet') return ['The target was not reached.', ...report.warnings.slice(0, 1)].join(' ');
  if (outcome !== 'degraded') return null;
  // What the summary does not carry is another matter.
  const reason = report.warnings.find((warning) => /instead|fail|answer/i.test(warning)) ?? report.warnings.at(-1);
  const how = report.means === 'floor' ? 'Old text was cut away instead of summarized.' : 'Condensed without the model.';
  return `${how} ${reason ?? 'It did not answer.'}`;
}

/** What stands beside the field with it: how it was made, and that it was undone before. */
export function foldNotes(run: Pick<Run, 'outcome' | 'report'>): readonly string[] {
  return [makeshiftWords(run), run.report.warnings.find((warning) => AGAIN.test(warning)) ?? null].filter(
    (note) => note !== null,
  );
}

const AGAIN = /^Condensed again/;

/** `45,230 → 18,450 tokens (59% less)`, as a completed command says. */
export function completionWords({ before, after }: Pick<Run, 'before' | 'after'>): string {
  return `${whole(before)} → ${whole(after)} tokens (${shorterBy(before, after)} less)`;
}

function called(by: string): string {
  return by === 'embedded' ? 'the built-in summarizer' : by;
}
