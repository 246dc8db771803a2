import type { MetricsSummary } from '@tenfold/contract';
import { dollars, duration } from '../../ui/money.ts';
import { percent, short, whole } from '../../ui/numbers.ts';

type StrategySum = MetricsSummary['strategies'][number];

const COLUMNS: readonly { readonly name: string; of(row: StrategySum): string }[] = [
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
      <table className="hidden w-full text-sm tabular-nums md:table">
        <thead>
          <tr className="text-ink-soft text-xs">
            <th scope="col" className="py-1 text-left font-normal">
              Strategy
            </th>
            {COLUMNS.map(({ name }) => (
              <th key={name} scope="col" className="py-1 text-right font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {strategies.map((row) => (
            <tr key={row.strategy} className="border-line border-t">
              <th scope="row" className="py-1.5 text-left font-medium capitalize">
                {row.strategy}
              </th>
              {COLUMNS.map(({ name, of }) => (
                <td key={name} className="text-right">
                  {of(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
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
