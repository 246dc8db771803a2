import { isSettingName, ProblemBody } from '@tenfold/contract';
import { type FieldProblem, findStrategy, isLong, type Json, type JsonObject, UnknownStrategy } from '@tenfold/core';
import { createYield, type NewModelConfig } from '@tenfold/store';
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

/** Faults of one file that are told, and letters that one config may come to: it is written and read again to be checked. */
const MAX_PROBLEMS = 100;
const MAX_CONFIG = 1 << 18;

/** What in a settings file could not be set by hand either: a file is no way around what is checked. Others have their turn meanwhile. */
export async function settingsFileProblems(file: SettingsFile): Promise<readonly FieldProblem[]> {
  const yieldToOthers = createYield();
  const found: FieldProblem[] = [];
  for (const problems of problemsIn(file)) {
    for (const problem of problems) if (found.length < MAX_PROBLEMS) found.push(problem);
    if (found.length >= MAX_PROBLEMS) break;
    await yieldToOthers();
  }
  return found;
}

function* problemsIn({ settings, models, profiles, presets }: SettingsFile): Generator<readonly FieldProblem[]> {
  for (const [at, setting] of settings.entries()) yield under(`settings[${at}].value`, settingProblems(setting));
  for (const [at, model] of models.entries())
    yield under(`models[${at}]`, [...modelIdProblems(model.id), ...limitProblems(model)]);
  for (const [at, { config = {}, ...wish }] of profiles.entries())
    yield under(
      `profiles[${at}]`,
      configProblems(config, () => checkedFileProfile({ config, ...wish })),
    );
  for (const [at, { name, config = {} }] of presets.entries())
    yield under(
      `presets[${at}]`,
      configProblems(config, () => checkPreset(name, config)),
    );
}

function configProblems(config: JsonObject, check: () => unknown): readonly FieldProblem[] {
  if (isLong(config, MAX_CONFIG)) return [{ field: 'config', message: 'This holds more than any has.' }];
  return thrownBy(check);
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
