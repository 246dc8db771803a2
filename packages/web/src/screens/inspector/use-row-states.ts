import { useState } from 'react';
import type { RowStates } from './row-list.tsx';

/** Which rows are open, which show their diff, and the last one that had the focus. */
export function useRowStates(): RowStates & { readonly at: number | null } {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [diffing, setDiffing] = useState<ReadonlySet<number>>(new Set());
  const [at, setAt] = useState<number | null>(null);
  return {
    open,
    diffing,
    at,
    focused: setAt,
    toggle: (row) => setOpen((before) => toggled(before, row)),
    toggleDiff(row) {
      setOpen((before) => new Set(before).add(row));
      setDiffing((before) => toggled(before, row));
    },
  };
}

function toggled(set: ReadonlySet<number>, row: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(row)) next.add(row);
  return next;
}
