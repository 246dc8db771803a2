import { ChartColumn, Table2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Day } from './day-series.ts';
import type { Measure } from './measures.ts';

const DayChart = lazy(async () => ({ default: (await import('./day-chart.tsx')).DayChart }));

/** A measure as a chart or as a table. */
export function MeasureCard({ measure, days }: { measure: Measure; days: readonly Day[] }) {
  const [table, setTable] = useState(false);
  return (
    <section aria-label={measure.name} className="rounded-xl border border-line bg-surface p-4">
      <header className="mb-2 flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-sm">{measure.name}</h2>
          <p className="text-ink-soft text-xs">{measure.about}</p>
        </div>
        <IconButton
          label={table ? `${measure.name} as a chart` : `${measure.name} as a table`}
          icon={table ? <ChartColumn /> : <Table2 />}
          onClick={() => setTable(!table)}
        />
      </header>
      {days.every((day) => measure.of(day) === 0) ? (
        <p className="flex h-45 items-center justify-center text-ink-faint text-sm">{measure.none}</p>
      ) : table ? (
        <DayTable measure={measure} days={days} />
      ) : (
        <Suspense fallback={<Spinner label="Drawing…" className="h-45" />}>
          <DayChart measure={measure} days={days} />
        </Suspense>
      )}
    </section>
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
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="text-left text-ink-soft text-xs">
            <th scope="col" className="py-1 font-normal">
              Day (UTC)
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              {measure.name}
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Condensations
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((day) => (
            <tr key={day.day} className="border-line border-t">
              <th scope="row" className="py-1 text-left font-normal">
                {day.day}
              </th>
              <td className="text-right">{measure.show(measure.of(day))}</td>
              <td className="text-right">{day.folds}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
