import type { LabColumn } from '@tenfold/contract';
import { joined } from '../../ui/joined.ts';
import { ColumnActions, type LabActions } from './column-actions.tsx';
import { ColumnTitle } from './column-title.tsx';
import { type Figure, leaders } from './figures.ts';
import { columnKey } from './lab-figures.ts';

/** What both forms of the comparison show. */
export interface Comparison {
  readonly columns: readonly LabColumn[];
  readonly figures: readonly Figure[];
  readonly best: string | null;
  readonly chosen: string | null;
  readonly running: ReadonlySet<string>;
  readonly actions: LabActions;
}

/** One figure of every column; those that do best in it stand out. */
function Cells({
  figure,
  columns,
  look,
}: {
  figure: Figure;
  columns: readonly LabColumn[];
  look: (column: LabColumn) => string;
}) {
  const best = leaders(figure, columns);
  return columns.map((column) => (
    <td key={columnKey(column)} className={joined(look(column), 'py-1.5', best.has(column) && 'font-semibold text-normal')}>
      {column.error === undefined ? figure.of(column) : '–'}
    </td>
  ));
}

/** Side by side: a column a strategy, a row a figure. */
export function LabGrid({ columns, figures, best, chosen, running, actions }: Comparison) {
  const look = (column: LabColumn) =>
    joined('min-w-32 border-line border-l px-2', chosen === columnKey(column) && 'bg-accent-soft');
  return (
    <div className="hidden overflow-x-auto rounded-xl border border-line bg-surface xl:block">
      <table className="w-full border-collapse text-sm tabular-nums">
        <caption className="sr-only">Every way to condense this conversation, side by side. Nothing is applied.</caption>
        <thead>
          <tr>
            <td className="sticky left-0 z-10 w-32 bg-surface" />
            {columns.map((column) => (
              <th
                key={columnKey(column)}
                scope="col"
                data-column={columnKey(column)}
                className={joined(look(column), 'py-2 text-left align-top')}
              >
                <ColumnTitle column={column} best={best === columnKey(column)} />
                {column.error !== undefined && (
                  <p className="mt-1 max-w-44 break-words font-normal text-critical text-xs">{column.error}</p>
                )}
                <div className="mt-2 font-normal">
                  <ColumnActions column={column} running={running.has(columnKey(column))} actions={actions} />
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map((figure) => (
            <tr key={figure.name} className="border-line border-t">
              <th
                scope="row"
                title={figure.title}
                className="sticky left-0 z-10 whitespace-nowrap bg-surface px-3 py-1.5 text-left font-normal text-ink-soft"
              >
                {figure.name}
              </th>
              <Cells figure={figure} columns={columns} look={look} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
