import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type SettingName, type SettingValue } from '@tenfold/contract';
import type { Json, JsonObject } from '@tenfold/core';
import { call } from '../api/client.ts';
import { SHOWS_PROBLEM, useFetched } from './fetched.ts';
import { keys } from './keys.ts';
import { putFresh } from './put-fresh.ts';

/** What is set for everyone, and every setting with its value in force. */
export function useSettings() {
  return useFetched(keys.settings, () => call(api.settings.get, {}));
}

/** The value of a setting in force for everyone; undefined until it is known. */
export function useSetting<Name extends SettingName>(name: Name): SettingValue<Name> | undefined {
  const { data } = useSettings();
  return data?.values.find(({ key }) => key === name)?.value as SettingValue<Name> | undefined;
}

/** Sets these for everyone; null goes back to the default, what is not named stays. */
export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    ...SHOWS_PROBLEM,
    mutationFn: (values: JsonObject) => call(api.settings.change, { body: values }),
    onSuccess: (settings) => {
      putFresh(client, keys.settings, settings);
      void client.invalidateQueries({ queryKey: ['session'] });
    },
  });
}

/** Takes a settings file over, or (`dryRun`) says what it would change. */
export function useImportSettings() {
  const client = useQueryClient();
  return useMutation({
    ...SHOWS_PROBLEM,
    mutationFn: ({ file, dryRun }: { file: Json; dryRun: boolean }) =>
      call(api.settings.importFile, { query: dryRun ? { dryRun: '1' } : {}, body: file }),
    onSuccess: (_, { dryRun }) => dryRun || client.invalidateQueries(),
  });
}

/** How the server was started, and who decided it. */
export function useStartup() {
  return useFetched(keys.startup, async () => (await call(api.startup.get, {})).values);
}

/** Strategies with what they can do and how they are configured. */
export function useStrategies() {
  return useFetched(keys.strategies, async () => (await call(api.strategies.list, {})).strategies, {
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The saved config of a strategy, or its defaults. */
export function useStrategyConfig(strategy: string, enabled = true) {
  return useFetched(
    [...keys.strategies, strategy, 'config'],
    async () => (await call(api.strategies.config, { strategy })).config,
    { enabled },
  );
}

/**
 * Saves the config of a strategy; null goes back to its defaults. It is shown at once and saved in order: what is changed next is
 * made of it, however slow the answer.
 */
export function useChangeStrategyConfig(strategy: string) {
  const client = useQueryClient();
  const queryKey = [...keys.strategies, strategy, 'config'];
  return useMutation({
    ...SHOWS_PROBLEM,
    mutationKey: queryKey,
    scope: { id: `config of ${strategy}` },
    mutationFn: (config: JsonObject | null) => call(api.strategies.changeConfig, { strategy, body: { config } }),
    onMutate: async (config) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, config ?? {});
    },
    // Behind one that another waits for, what is saved is not yet what was last wanted.
    onSettled: () => client.isMutating({ mutationKey: queryKey }) > 1 || client.invalidateQueries({ queryKey }),
  });
}
