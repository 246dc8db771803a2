import type { ModelLimits, Profile } from '@tenfold/contract';
import { describe, expect, it } from 'vitest';
import { effectiveIn, profileBudget } from './profile-budget.ts';

const profile = (thresholds: Profile['thresholds']) =>
  ({
    provider: 'google',
    model: 'gemini-2.5-pro',
    contextWindow: 1_048_576,
    maxOutputTokens: 65_535,
    thresholds,
  }) as Profile;
const gemini = { threshold: 98, retentionTokens: 2_000, source: 'default' } as ModelLimits;

describe('what is in force for a profile', () => {
  it('is its own before the model’s, the model’s before everyone’s', () => {
    const stored = { hard: { value: 90 }, soft: { value: 70 } };
    const own = profileBudget(profile({ hard: 88 }), gemini, stored);
    expect(effectiveIn(own, 'hard')).toEqual({ value: 88, from: 'profile' });
    expect(effectiveIn(own, 'soft')).toEqual({ value: 70, from: 'global' });
    const inherited = profileBudget(profile({ hard: 'inherit' }), gemini, stored);
    expect(effectiveIn(inherited, 'hard')).toEqual({ value: 98, from: 'model' });
    expect(effectiveIn(inherited, 'retention')).toEqual({ value: 2_000, from: 'model' });
  });
  it('is built in where nobody says anything, and off where soft is off', () => {
    expect(effectiveIn(profileBudget(profile({}), undefined, {}), 'soft')).toEqual({ value: 80, from: 'default' });
    expect(effectiveIn(profileBudget(profile({ soft: 'off' }), undefined, {}), 'soft')).toEqual({
      value: 'off',
      from: 'profile',
    });
  });
});
