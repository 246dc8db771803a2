import { joined } from '../../ui/joined.ts';
import { ColumnActions } from './column-actions.tsx';
import { ColumnTitle } from './column-title.tsx';
import { columnKey } from './lab-figures.ts';
import type { Comparison } from './lab-grid.tsx';

/** The comparison where columns would not fit beside each other: a card a strategy. */
export function LabCards({ columns, figures, best, chosen, running, actions }: Comparison) {
  return (
    <ul className="grid gap-3 md:grid-cols-2 xl:hidden">
      {columns.map((column) => (
        <li
          key={columnKey(column)}
          data-card={columnKey(column)}
          className={joined(
            'flex flex-col rounded-xl border bg-surface p-3',
            chosen === columnKey(column) ? 'border-accent bg-accent-soft' : 'border-line',
          )}
        >
          <ColumnTitle column={column} best={best === columnKey(column)} />
          {column.error === undefined ? (
            <dl className="my-2 grid flex-1 content-start grid-cols-2 gap-x-4 gap-y-0.5 text-sm tabular-nums">
              {figures.map(({ name, of }) => (
                <div key={name} className="flex justify-between gap-2 border-line border-b py-0.5">
                  <dt className="text-ink-soft text-xs">{name}</dt>
                  <dd className="text-right text-xs">{of(column)}</dd>
                </div>
              ))}
            </dl>
          ) : (
            <p className="my-2 break-words text-critical text-sm">{column.error}</p>
          )}
          <ColumnActions column={column} running={running.has(columnKey(column))} actions={actions} />
        </li>
      ))}
    </ul>
  );
}
