import type { JsonObject } from '@tenfold/core';
import type { Dependencies } from '../dependencies.ts';
import { invalidRequest } from '../session-error.ts';
import { SETTING_KEYS, type SettingScope, settingKey } from './setting-key.ts';

/** Sets what is right, at one scope; refuses all of it when anything is not. Null removes. */
export async function writeSettings(deps: Dependencies, scope: string, level: SettingScope, values: JsonObject): Promise<void> {
  const problems = Object.entries(values).flatMap(([field, value]) => {
    const setting = settingKey(field);
    if (setting === undefined)
      return [
        { field, message: `There is no setting of this name. Known are ${SETTING_KEYS.map(({ key }) => key).join(', ')}.` },
      ];
    if (!setting.scopes.includes(level)) return [{ field, message: `This can only be set for ${setting.scopes.join(' or ')}.` }];
    const message = value === null || value === undefined ? null : setting.problem(value, deps);
    return message === null ? [] : [{ field, message }];
  });
  if (problems.length > 0) throw invalidRequest(problems);
  for (const [key, value] of Object.entries(values)) {
    if (value === null || value === undefined) await deps.store.settings.remove(scope, key);
    else await deps.store.settings.set({ scope, key, value, at: deps.now() });
  }
}
