import type { JsonObject } from '@tenfold/core';
import { useChangeSettings, useSettings } from '../../queries/settings.ts';
import { useSave } from './use-save.ts';

/** Saves settings for everyone; a null goes back to the default. What the server refuses stands by field. */
export function useSaveSettings() {
  const { data } = useSettings();
  const { mutateAsync } = useChangeSettings();
  const { save, problems } = useSave();
  return {
    problems,
    save: (values: JsonObject, what: string) => {
      const before = Object.fromEntries(Object.keys(values).map((key) => [key, data?.settings[key]?.value ?? null]));
      return save(
        () => mutateAsync(values),
        what,
        () => mutateAsync(before),
      );
    },
  };
}
