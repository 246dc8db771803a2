import { ChartColumn, Table2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { FigureTable } from '../../ui/figure-table.tsx';
import { counted } from '../../ui/figures.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type Day, dayOfUtc } from './day-series.ts';
import type { Measure } from './measures.ts';

const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }));

/** Fewer days are shown in words: a chart of them would be all but empty. */
const ENOUGH_DAYS = 3;

/** A measure as a chart or as a table; in words while there is little to draw. */
export function MeasureCard({ measure, days }: { measure: Measure; days: readonly Day[] }) {
  const shown = days.filter((one) => measure.of(one) !== 0);
  const [chosen, choose] = useState<'chart' | 'table' | null>(null);
  const look = chosen ?? (shown.length < ENOUGH_DAYS ? 'words' : 'chart');
  return (
    <section aria-label={measure.name} className="rounded-xl border border-line bg-surface p-4">
      <header className="mb-2 flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-sm">{measure.name}</h2>
          <p className="text-ink-soft text-xs">{measure.about}</p>
        </div>
        <IconButton
          label={look === 'table' ? `${measure.name} as a chart` : `${measure.name} as a table`}
          icon={look === 'table' ? <ChartColumn /> : <Table2 />}
          onClick={() => choose(look === 'table' ? 'chart' : 'table')}
        />
      </header>
      {shown.length === 0 ? (
        <p className="flex min-h-20 items-center justify-center text-ink-faint text-sm">{measure.none}</p>
      ) : look === 'table' ? (
        <DayTable measure={measure} days={days} />
      ) : look === 'words' ? (
        <FewDays measure={measure} days={shown} />
      ) : (
        <Suspense fallback={<Spinner label="Drawing…" className="h-45" />}>
          <DayChart measure={measure} days={days} />
        </Suspense>
      )}
    </section>
  );
}

function FewDays({ measure, days }: { measure: Measure; days: readonly Day[] }) {
  return (
    <dl className="flex min-h-20 flex-col justify-center gap-3">
      {days.map((one) => (
        <div key={one.day} className="flex flex-row-reverse flex-wrap items-baseline justify-end gap-x-3">
          <dt className="text-ink-soft text-sm">
            on {dayOfUtc(one.day)}, {counted(one.folds, 'condensation')}
          </dt>
          <dd className="font-semibold text-2xl tabular-nums">{measure.show(measure.of(one))}</dd>
        </div>
      ))}
    </dl>
  );
}

function DayTable({ measure, days }: { measure: Measure; days: readonly Day[] }) {
  const shown = days.filter((day) => day.folds > 0 || day.failures > 0).reverse();
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable without a mouse.
      tabIndex={0}
      aria-label={`${measure.name} by day`}
      className="h-45 overflow-y-auto"
    >
      <FigureTable
        first={{ name: 'Day (UTC)', key: ({ day }) => day, of: ({ day }) => day }}
        figures={[
          { name: measure.name, of: (day) => measure.show(measure.of(day)) },
          { name: 'Condensations', of: ({ folds }) => folds },
        ]}
        rows={shown}
      />
    </section>
  );
}
