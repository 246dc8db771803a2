import type { Json, JsonObject } from '@tenfold/core';
import { useState } from 'react';
import { fieldProblems } from '../../api/field-problems.ts';
import { useChangeSettings, useSettings } from '../../queries/settings.ts';
import { toastProblem } from '../../ui/toast.tsx';
import { noteSaved } from './saved.ts';

/** Saves settings for everyone; a null goes back to the default. What the server refuses is told per field. */
export function useSaveSettings() {
  const { data } = useSettings();
  const { mutateAsync, isPending } = useChangeSettings();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const save = async (values: JsonObject, what: string): Promise<boolean> => {
    const before = Object.fromEntries(
      Object.keys(values).map((key) => [key, (data?.settings[key]?.value ?? null) as Json]),
    ) as JsonObject;
    try {
      await mutateAsync(values);
      setProblems({});
      noteSaved(what, () => mutateAsync(before));
      return true;
    } catch (error) {
      const found = fieldProblems(error);
      setProblems(found);
      if (Object.keys(found).length === 0) toastProblem(error);
      return false;
    }
  };
  return { save, problems, saving: isPending };
}
