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
