import { isSettingName, ProblemBody } from '@tenfold/contract';
import { type FieldProblem, findStrategy, type Json, type JsonObject, UnknownStrategy } from '@tenfold/core';
import type { NewModelConfig } from '@tenfold/store';
import { SessionError } from '../session-error.ts';
import { limitProblems, modelIdProblems } from './models.ts';
import { checkPreset } from './presets.ts';
import type { ProfileConfig } from './profile-access.ts';
import { checkedWish, type ProfileFields } from './profile-wish.ts';
import { settingProblem } from './setting-problem.ts';

/** A file that has the right shape. */
export interface SettingsFile {
  readonly settings: readonly { scope: string; key: string; value: Json }[];
  readonly models: readonly (JsonObject & Omit<NewModelConfig, 'source'>)[];
  readonly profiles: readonly {
    id: string;
    name: string;
    provider: string;
    model: string;
    baseUrl: string | null;
    config: JsonObject;
  }[];
  readonly presets: readonly { id: string; name: string; config: JsonObject }[];
}

/** Everything in a settings file that could not be set by hand either: a file is no way around what is checked. */
export function settingsFileProblems({ settings, models, profiles, presets }: SettingsFile): readonly FieldProblem[] {
  return [
    ...settings.flatMap((setting, at) => under(`settings[${at}].value`, settingProblems(setting))),
    ...models.flatMap((model, at) => under(`models[${at}]`, [...modelIdProblems(model.id), ...limitProblems(model)])),
    ...profiles.flatMap(({ config = {}, ...wish }, at) =>
      under(
        `profiles[${at}]`,
        thrownBy(() => checkedFileProfile({ config, ...wish })),
      ),
    ),
    ...presets.flatMap(({ name, config = {} }, at) =>
      under(
        `presets[${at}]`,
        thrownBy(() => checkPreset(name, config)),
      ),
    ),
  ];
}

/** The row a profile of a file makes. */
export function checkedFileProfile({ config = {}, ...wish }: SettingsFile['profiles'][number]): ProfileFields {
  const { options } = config as ProfileConfig;
  return checkedWish({ ...wish, ...(options && { options }) }, config as ProfileConfig);
}

function settingProblems({ scope, key, value }: { scope: string; key: string; value: Json }): readonly FieldProblem[] {
  const [kind, id = ''] = scope.split(':');
  if (kind === 'strategy' && key === 'config') return strategyProblems(id, value);
  if (kind !== 'global' || !isSettingName(key)) return [{ field: '', message: `There is no setting ${key} for ${scope}.` }];
  const message = settingProblem(key, value);
  return message === null ? [] : [{ field: '', message }];
}

function strategyProblems(id: string, config: Json): readonly FieldProblem[] {
  try {
    return findStrategy(id).config.validate(config);
  } catch (error) {
    if (error instanceof UnknownStrategy) return [{ field: '', message: error.message }];
    throw error;
  }
}

/** The problems a check refuses with. */
function thrownBy(check: () => unknown): readonly FieldProblem[] {
  try {
    check();
    return [];
  } catch (error) {
    const refused = error instanceof SessionError ? ProblemBody.pick({ problems: true }).parse(error.facts).problems : undefined;
    if (refused === undefined) throw error;
    return refused;
  }
}

function under(place: string, problems: readonly FieldProblem[]): readonly FieldProblem[] {
  return problems.map(({ field, message }) => ({ field: field === '' ? place : `${place}.${field}`, message }));
}
