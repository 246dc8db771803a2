import { isSettingName, SETTING_NAMES, SETTINGS, type SettingKind, type SettingName, type SettingScope } from '@tenfold/contract';
import { countText, type FieldProblem, formatCount, type Json, type JsonObject, promptProblem, strategies } from '@tenfold/core';

/** What there is to choose from beside what comes with the engine. */
export interface Known {
  readonly strategies: readonly { readonly id: string }[];
}

/** Why a setting cannot take a value, null when it can. */
export function settingProblem(name: SettingName, value: Json, known: Known = { strategies }): string | null {
  const kind: SettingKind = SETTINGS[name].kind;
  switch (kind.type) {
    case 'number':
      return (kind.off && value === 'off') || (kind.empty !== undefined && value === null) ? null : numberProblem(kind, value);
    case 'choice':
      return among(Object.keys(kind.options), value);
    case 'strategy':
      return among(
        known.strategies.map(({ id }) => id),
        value,
      );
    case 'flag':
      return typeof value === 'boolean' ? null : 'This must be true or false.';
    case 'text':
      return typeof value === 'string' ? null : 'This must be text.';
    case 'prompt':
      if (typeof value === 'string') return promptProblem(value, countText);
  }
  return value === null || typeof value === 'string' ? null : 'This must be text.';
}

function numberProblem({ min, max, levels }: SettingKind & { type: 'number' }, value: Json): string | null {
  if (levels && (value === -1 || value === 'inherit')) return null;
  if (typeof value === 'number' && value >= min && value <= max) return null;
  return `This must be a number from ${formatCount(min)} to ${formatCount(max)}${levels ? ', or -1 or inherit' : ''}.`;
}

function among(options: readonly string[], value: Json): string | null {
  return options.some((option) => option === value) ? null : `This must be one of ${options.join(', ')}.`;
}

/** What is wrong with values that are to be set at a level; null and undefined clear, so they are right. */
export function settingProblems(level: SettingScope, values: JsonObject, known?: Known): readonly FieldProblem[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const message = problemAt(level, field, value, known);
    return message === null ? [] : [{ field, message }];
  });
}

function problemAt(level: SettingScope, name: string, value: Json | undefined, known?: Known): string | null {
  if (!isSettingName(name)) return `There is no setting of this name. Known are ${SETTING_NAMES.join(', ')}.`;
  const scopes: readonly SettingScope[] = SETTINGS[name].scopes;
  if (!scopes.includes(level)) return `This can only be set for ${scopes.join(' or ')}.`;
  return value === null || value === undefined ? null : settingProblem(name, value, known);
}
