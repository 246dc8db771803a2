import type { LabColumn } from '@tenfold/contract';
import { Eye, Play, RotateCcw, Save } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { dollars } from '../../ui/figures.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { applicable } from './lab-figures.ts';

/** What can be done with a column. */
export interface LabActions {
  run(column: LabColumn): void;
  view(column: LabColumn): void;
  apply(column: LabColumn): void;
  save(column: LabColumn): void;
}

/** The buttons under a column. */
export function ColumnActions({ column, running, actions }: { column: LabColumn; running: boolean; actions: LabActions }) {
  if (running) return <Spinner label="Running…" />;
  if (column.error !== undefined)
    return (
      <Button small onClick={() => actions.run(column)}>
        <RotateCcw className="size-3.5" aria-hidden="true" />
        Retry
      </Button>
    );
  return (
    <div className="flex flex-wrap items-center gap-y-1">
      {column.estimated && (
        <Button
          small
          kind="primary"
          onClick={() => actions.run(column)}
          title="Asks a model; nothing in the conversation changes"
        >
          <Play className="size-3.5" aria-hidden="true" />
          Run ≈ {dollars(column.cost)}
        </Button>
      )}
      <Button
        small
        className="mr-0.5"
        disabled={!applicable(column)}
        onClick={() => actions.apply(column)}
        title="Condenses the conversation this way; it can be undone"
      >
        Apply
      </Button>
      <IconButton label={`View the result of ${column.name}`} icon={<Eye />} onClick={() => actions.view(column)} />
      <IconButton label={`Save ${column.name} as preset`} icon={<Save />} onClick={() => actions.save(column)} />
    </div>
  );
}
