import { SETTING_NAMES, SETTINGS, type SettingKind } from '@tenfold/contract';
import { describe, expect, it } from 'vitest';
import { choose, levelsOf } from './choices.ts';
import { settingProblem, settingProblems } from './setting-problem.ts';

const NOTHING = { session: null, projectStrategy: null, settings: [] };

describe.each(SETTING_NAMES)('the setting %s', (name) => {
  const { fallback, scopes } = SETTINGS[name];
  const kind: SettingKind = SETTINGS[name].kind;

  it('takes its default, and is its default where nobody says', () => {
    expect(settingProblem(name, fallback)).toBeNull();
    expect(choose(levelsOf(NOTHING), name)).toEqual({ value: fallback, from: 'default' });
  });

  it('refuses what is of another kind and passes it over where it is stored', () => {
    const wrong = kind.type === 'number' ? kind.max + 1 : kind.type === 'flag' ? 'yes' : 7;
    expect(settingProblem(name, wrong)).toMatch(/^This must be .*\.$/);
    const stored = { scope: 'global', key: name, value: wrong, version: 1, updatedAt: 0 } as const;
    expect(choose(levelsOf({ ...NOTHING, settings: [stored] }), name).from).toBe('default');
  });

  it('can be set only where it says', () => {
    for (const level of ['session', 'project', 'global'] as const)
      expect(settingProblems(level, { [name]: fallback }).length === 0).toBe((scopes as readonly string[]).includes(level));
  });

  it('leaves the choice to a wider level only where it has levels', () => {
    const hasLevels = kind.type === 'number' && kind.levels === true;
    expect(settingProblem(name, -1) === null).toBe(hasLevels);
    const stored = { scope: 'session', key: name, value: -1, version: 1, updatedAt: 0 } as const;
    expect(choose(levelsOf({ ...NOTHING, settings: [stored] }), name).from).toBe('default');
  });
});
