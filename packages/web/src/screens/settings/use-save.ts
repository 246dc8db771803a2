import { useState } from 'react';
import { fieldProblems } from '../../api/problem.ts';
import { toastProblem } from '../../ui/toast.tsx';
import { noteSaved, type Saved } from './saved.tsx';

/** Field by field what is wrong. */
export type Problems = Readonly<Record<string, string>>;

/** Runs a change and, where it has a name, notes it with its way back. What the server refuses stands by field, anything else is a toast. */
export function useSave() {
  const [problems, setProblems] = useState<Problems>({});
  const [saving, setSaving] = useState(false);
  const save = async (change: () => Promise<unknown>, what: string | null, undo: Saved['undo'] = null): Promise<boolean> => {
    setSaving(true);
    try {
      await change();
      setProblems({});
      if (what !== null) noteSaved(what, undo);
      return true;
    } catch (error) {
      const found = fieldProblems(error);
      setProblems(found);
      if (Object.keys(found).length === 0) toastProblem(error);
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { save, problems, setProblems, saving };
}
