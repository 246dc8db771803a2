import type { JsonObject } from '@tenfold/core';
import { useChangeStrategyConfig, useStrategyConfig } from '../../../queries/settings.ts';
import { useSave } from '../use-save.ts';
import { configProblems } from './config-problems.ts';

/** The saved config of a strategy and a way to save another; a wrong one is not sent and says why, field by field. */
export function useSaveConfig(strategy: string) {
  const { data: config = {}, isPending, error } = useStrategyConfig(strategy);
  const { mutateAsync } = useChangeStrategyConfig(strategy);
  const { save: run, problems, setProblems } = useSave();
  const save = async (next: JsonObject, what: string): Promise<boolean> => {
    const wrong = configProblems(strategy, next);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return false;
    const write = (wanted: JsonObject) => () => mutateAsync(Object.keys(wanted).length === 0 ? null : wanted);
    return run(write(next), what, write(config));
  };
  return { config, save, problems, isPending, error };
}
