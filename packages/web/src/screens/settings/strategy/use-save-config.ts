import type { JsonObject } from '@tenfold/core';
import { useState } from 'react';
import { fieldProblems } from '../../../api/field-problems.ts';
import { useChangeStrategyConfig, useStrategyConfig } from '../../../queries/settings.ts';
import { toastProblem } from '../../../ui/toast.tsx';
import { noteSaved } from '../saved.ts';
import { configProblems } from './config-problems.ts';

/** The saved config of a strategy and a way to save another; a wrong one is not sent and says why, field by field. */
export function useSaveConfig(strategy: string) {
  const { data: config = {}, isPending, error } = useStrategyConfig(strategy);
  const { mutateAsync } = useChangeStrategyConfig(strategy);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const save = async (next: JsonObject, what: string): Promise<boolean> => {
    const wrong = configProblems(strategy, next);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return false;
    try {
      await mutateAsync(Object.keys(next).length === 0 ? null : next);
      noteSaved(what, () => mutateAsync(config));
      return true;
    } catch (problem) {
      const found = fieldProblems(problem);
      setProblems(found);
      if (Object.keys(found).length === 0) toastProblem(problem);
      return false;
    }
  };
  return { config, save, problems, isPending, error };
}
