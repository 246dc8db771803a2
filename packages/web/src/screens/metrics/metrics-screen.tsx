import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { MetricsSummary } from '@tenfold/contract';
import { ChartColumn, Download } from 'lucide-react';
import { useMemo } from 'react';
import { useMetricsSummary } from '../../queries/metrics.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fetching } from '../../ui/fetching.tsx';
import { type Figure, FigureTable } from '../../ui/figure-table.tsx';
import { bytes, counted, dollars, duration, percent, short, whole } from '../../ui/figures.ts';
import { saveAs } from '../../ui/save-as.ts';
import { Screen } from '../../ui/screen.tsx';
import { Select } from '../../ui/select.tsx';
import { csv } from './csv.ts';
import { daySeries } from './day-series.ts';
import { MeasureCard } from './measure-card.tsx';
import { MEASURES } from './measures.ts';

const RANGES = [7, 30, 90, 365].map((days) => ({ value: String(days), label: days === 365 ? 'Last year' : `Last ${days} days` }));

/** What condensing came to: tokens, money net of costs, time, failures, ratings, storage. */
export function MetricsScreen() {
  const { days: range = 30 } = useSearch({ from: '/metrics-summary' });
  const navigate = useNavigate();
  const summary = useMetricsSummary(range);
  const { data } = summary;
  return (
    <Screen
      title="Metrics"
      className="mx-auto grid max-w-7xl gap-4 p-3 sm:p-4"
      actions={
        <>
          <Select
            label="Range"
            value={String(range)}
            choices={
              RANGES.some(({ value }) => value === String(range))
                ? RANGES
                : [...RANGES, { value: String(range), label: `Last ${range} days` }]
            }
            onChange={(next) => void navigate({ to: '/metrics-summary', search: { days: Number(next) }, replace: true })}
          />
          <Button
            icon={<Download />}
            label="CSV"
            disabled={data === undefined || data.days.length === 0}
            onClick={() => data !== undefined && saveCsv(data, range)}
          />
        </>
      }
    >
      <Fetching of={summary} label="Adding up…" className="p-3" />
      {data !== undefined && <Summary summary={data} range={range} />}
    </Screen>
  );
}

function Summary({ summary, range }: { summary: MetricsSummary; range: number }) {
  const days = useMemo(() => daySeries(summary.days, range, Date.now()), [summary, range]);
  if (summary.folds === 0 && summary.failures === 0) return <NothingYet />;
  return (
    <>
      <Totals summary={summary} />
      <div className="grid gap-4 lg:grid-cols-2">
        {MEASURES.map((measure) => (
          <MeasureCard key={measure.id} measure={measure} days={days} />
        ))}
        <StrategyTable strategies={summary.strategies} />
      </div>
      <p className="text-ink-faint text-xs">Money is an estimate (≈) at the prices of your profiles. Days are counted in UTC.</p>
    </>
  );
}

function NothingYet() {
  return (
    <EmptyState
      icon={<ChartColumn />}
      title="The first point appears with the first condensation"
      actions={
        <Link to="/" className="inline-flex min-h-9 items-center rounded-lg bg-accent px-3 font-medium text-on-accent text-sm">
          Choose a conversation
        </Link>
      }
    >
      When a conversation is condensed, by itself at its threshold or by you with /compact, this page shows how many tokens it
      saved from then on, what that is worth after the cost of the summary, how long it took, and how you rated it.
    </EmptyState>
  );
}

function saveCsv({ days }: MetricsSummary, range: number): void {
  const columns = {
    day: 'day',
    condensations: 'folds',
    tokens_saved: 'tokensSaved',
    cost_dollars: 'cost',
    saved_dollars: 'saved',
    expected_saving_dollars: 'expectedSaving',
    average_reduction: 'averageReduction',
    average_seconds: 'averageSeconds',
    failures: 'failures',
  } as const;
  const rows = days.map((day) => Object.values(columns).map((name) => day[name]));
  saveAs(new Blob([csv(Object.keys(columns), rows)], { type: 'text/csv' }), `tenfold-last-${range}-days.csv`);
}

/** The range in a line of figures. */
function Totals({ summary }: { summary: MetricsSummary }) {
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
    { name: 'Failures', value: whole(summary.failures), hint: 'nothing was lost' },
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
function StrategyTable({ strategies }: { strategies: readonly StrategySum[] }) {
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
