import type { LabColumn } from '@tenfold/contract';
import { Eye, Play, RotateCcw, Save, Star } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { dollars } from '../../ui/figures.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { joined } from '../../ui/joined.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { type Figure, leaders } from './figures.ts';
import { applicable, columnKey } from './lab-figures.ts';

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
                {column.error !== undefined && <p className="mt-1 max-w-44 font-normal text-critical text-xs">{column.error}</p>}
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
            <p className="my-2 text-critical text-sm">{column.error}</p>
          )}
          <ColumnActions column={column} running={running.has(columnKey(column))} actions={actions} />
        </li>
      ))}
    </ul>
  );
}

/** A column's name, what kind it is and whether it does best. */
function ColumnTitle({ column, best }: { column: LabColumn; best: boolean }) {
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="font-semibold text-sm">{column.name}</span>
      <span className="flex flex-wrap gap-1">
        {column.kind === 'preset' && <Badge>preset</Badge>}
        {column.error !== undefined ? (
          <Badge tone="critical">failed</Badge>
        ) : column.free ? (
          <Badge tone="normal">free</Badge>
        ) : (
          <Badge tone="warning">{column.estimated ? 'estimate' : 'run'}</Badge>
        )}
        {best && (
          <Badge
            tone="accent"
            title="Of those that were run and reach the target, it keeps the most facts; if two keep as many, the cheaper one wins"
          >
            <Star aria-hidden="true" />
            best
          </Badge>
        )}
      </span>
    </span>
  );
}

/** What can be done with a column. */
export interface LabActions {
  run(column: LabColumn): void;
  view(column: LabColumn): void;
  apply(column: LabColumn): void;
  save(column: LabColumn): void;
}

/** The buttons under a column. */
function ColumnActions({ column, running, actions }: { column: LabColumn; running: boolean; actions: LabActions }) {
  if (running) return <Spinner label="Running…" />;
  if (column.error !== undefined) return <Button small icon={<RotateCcw />} label="Retry" onClick={() => actions.run(column)} />;
  return (
    <div className="flex flex-wrap items-center gap-y-1">
      {column.estimated && (
        <Button
          small
          kind="primary"
          icon={<Play />}
          label={`Run ≈ ${dollars(column.cost)}`}
          onClick={() => actions.run(column)}
          title="Asks a model; nothing in the conversation changes"
        />
      )}
      <Button
        small
        label="Apply"
        className="mr-0.5"
        disabled={!applicable(column)}
        onClick={() => actions.apply(column)}
        title="Condenses the conversation this way; it can be undone"
      />
      <IconButton label={`View the result of ${column.name}`} icon={<Eye />} onClick={() => actions.view(column)} />
      <IconButton label={`Save ${column.name} as preset`} icon={<Save />} onClick={() => actions.save(column)} />
    </div>
  );
}
