import type { LabColumn } from '@tenfold/contract';
import { Star } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { percent, whole } from '../../ui/numbers.ts';
import { keptShare } from './lab-figures.ts';

/** The column that does best, named where it may be out of sight. */
export function BestSoFar({ column, onApply }: { column: LabColumn; onApply: () => void }) {
  const kept = keptShare(column.evidence);
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span>
        <Star className="mr-1.5 inline size-4 align-text-bottom text-accent" aria-hidden="true" />
        Best so far: <strong>{column.name}</strong>, {whole(column.tokens)} tokens
        {kept === null ? '' : ` with ${percent(kept)} of the facts kept`}.
      </span>
      <Button small onClick={onApply}>
        Apply {column.name}
      </Button>
    </p>
  );
}
