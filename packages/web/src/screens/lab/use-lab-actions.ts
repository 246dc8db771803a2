import { useNavigate } from '@tanstack/react-router';
import type { LabColumn } from '@tenfold/contract';
import { useState } from 'react';
import { useCondense } from '../../queries/folding.ts';
import { toast, toastProblem } from '../../ui/toast.tsx';
import type { LabActions } from './column-actions.tsx';

/** What is open over the lab. */
export interface Opened {
  readonly viewing: LabColumn | null;
  readonly saving: LabColumn | null;
  close(): void;
}

/** The actions of the columns, and the dialogs they open. */
export function useLabActions(
  session: string,
  target: number | undefined,
  run: (column: LabColumn) => Promise<void>,
): LabActions & Opened {
  const [viewing, setViewing] = useState<LabColumn | null>(null);
  const [saving, setSaving] = useState<LabColumn | null>(null);
  const condense = useCondense(session);
  const navigate = useNavigate();
  return {
    viewing,
    saving,
    view: setViewing,
    save: setSaving,
    run: (column) => void run(column),
    close() {
      setViewing(null);
      setSaving(null);
    },
    apply({ id, kind, name }) {
      const wish = { ...(kind === 'preset' ? { preset: id } : { strategy: id }), ...(target === undefined ? {} : { target }) };
      condense.mutate(wish, {
        onSuccess: ({ scope }) => {
          toast('Condensing context...', { description: `${name}. ${scope}` });
          void navigate({ to: '/s/$session', params: { session } });
        },
        onError: toastProblem,
      });
    },
  };
}
