import type { MetricsSummary } from '@tenfold/contract';
import { type Figure, FigureTable } from '../../ui/figure-table.tsx';
import { dollars, duration, percent, short, whole } from '../../ui/figures.ts';

type StrategySum = MetricsSummary['strategies'][number];

const NAME = {
  name: 'Strategy',
  key: ({ strategy }: StrategySum) => strategy,
  of: ({ strategy }: StrategySum) => <span className="font-medium capitalize">{strategy}</span>,
};

const COLUMNS: readonly Figure<StrategySum>[] = [
  { name: 'Runs', of: (row) => whole(row.folds) },
  { name: 'Tokens saved', of: (row) => short(row.tokensSaved) },
  { name: 'Reduction', of: (row) => percent(row.averageReduction) },
  { name: 'Cost', of: (row) => dollars(row.cost) },
  { name: 'Saved so far', of: (row) => money(row, row.saved) },
  { name: 'Expected', of: (row) => money(row, row.expectedSaving) },
  { name: 'Time', of: (row) => duration(row.averageSeconds * 1_000) },
];

function money({ expectedSaving, cost }: StrategySum, sum: number): string {
  return expectedSaving === 0 && cost === 0 ? 'no price' : `≈ ${dollars(sum)}`;
}

/** How each strategy did: a table, on a phone a card each. */
export function StrategyTable({ strategies }: { strategies: readonly StrategySum[] }) {
  return (
    <section aria-label="By strategy" className="rounded-xl border border-line bg-surface p-4">
      <h2 className="mb-2 font-semibold text-sm">By strategy</h2>
      <FigureTable first={NAME} figures={COLUMNS} rows={strategies} className="hidden md:table" />
      <ul className="grid gap-2 md:hidden">
        {strategies.map((row) => (
          <li key={row.strategy} className="rounded-lg border border-line p-3">
            <p className="font-medium text-sm capitalize">{row.strategy}</p>
            <dl className="grid grid-cols-2 gap-x-4 text-xs tabular-nums">
              {COLUMNS.map(({ name, of }) => (
                <div key={name} className="flex justify-between py-0.5">
                  <dt className="text-ink-soft">{name}</dt>
                  <dd>{of(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
