import type { MetricsSummary } from '@tenfold/contract';
import { bytes, dollars, duration } from '../../ui/money.ts';
import { counted, percent, short, whole } from '../../ui/numbers.ts';

/** The range in a line of figures. */
export function Totals({ summary }: { summary: MetricsSummary }) {
  const { ratings } = summary;
  const priced = summary.saved !== 0 || summary.cost !== 0;
  const figures: readonly { name: string; value: string; hint?: string }[] = [
    {
      name: 'Tokens saved',
      value: short(summary.tokensSaved),
      hint: `in ${counted(summary.folds, 'condensation')}`,
    },
    {
      name: 'Saved so far',
      value: priced ? `≈ ${dollars(summary.saved)}` : 'no price',
      hint: priced
        ? `after ${dollars(summary.cost)} for summaries; ≈ ${dollars(summary.expectedSaving)} expected`
        : 'none known for the models used',
    },
    { name: 'Reduction', value: percent(summary.averageReduction), hint: 'of the context, on average' },
    {
      name: 'Time',
      value: duration(summary.averageSeconds * 1_000),
      hint: `on average; 95 in 100 take at most ${duration(summary.p95Seconds * 1_000)}`,
    },
    { name: 'Failures', value: whole(summary.failures), hint: 'nothing lost by any' },
    {
      name: 'Rating',
      value: ratings.average === null ? 'none yet' : `${ratings.average.toFixed(1)} of 5`,
      hint: `${ratings.count} rated`,
    },
    { name: 'Storage', value: bytes(summary.storageBytes), hint: counted(summary.checkpoints, 'checkpoint') },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-7">
      {figures.map(({ name, value, hint }) => (
        <div key={name} className="rounded-xl border border-line bg-surface p-3">
          <dt className="text-ink-soft text-xs">{name}</dt>
          <dd className="font-semibold text-lg tabular-nums">{value}</dd>
          <dd className="text-ink-faint text-xs">{hint}</dd>
        </div>
      ))}
    </dl>
  );
}
