import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { budgetFor, budgetOf, InvalidLimits } from './budget.ts';
import type { BudgetLevel, BudgetSettings } from './budget-settings.ts';
import { findModel, type Model, modelFor, models } from './models.ts';
import type { Inheritable } from './threshold.ts';

const wish = fc.oneof(fc.integer({ min: -10, max: 120 }), fc.constantFrom<Inheritable>('inherit', -1, undefined, Number.NaN));
const level: fc.Arbitrary<BudgetLevel> = fc.record({
  soft: fc.oneof(wish, fc.constant('off' as const)),
  hard: wish,
  retention: wish,
});
const settings: fc.Arbitrary<BudgetSettings> = fc.record({ session: level, profile: level, model: level, global: level });
const anyModel: fc.Arbitrary<Model> = fc.record({
  id: fc.constantFrom('openai:gpt-4o', 'anthropic:claude-haiku-4-5', 'google:gemini-2.5-pro', 'x:y'),
  provider: fc.constant('p'),
  model: fc.constant('m'),
  window: fc.integer({ min: 1, max: 2_000_000 }),
  maxInput: fc.integer({ min: 1, max: 2_000_000 }),
  maxOutput: fc.integer({ min: 0, max: 2_000_000 }),
  threshold: fc.constantFrom(95, 98, -1),
  retention: fc.constantFrom(0, 1_000, 2_000),
  source: fc.constantFrom('api', 'manual', 'default'),
});
const usable = (given: unknown): given is number => typeof given === 'number' && given >= 5 && given <= 100;

describe('budgetFor', () => {
  it('keeps its numbers in order for any model and any settings', () => {
    fc.assert(
      fc.property(anyModel, settings, (model, wishes) => {
        const budget = budgetFor(model, wishes);
        expect(budget.room).toBeGreaterThanOrEqual(1);
        expect(budget.room + budget.reserved).toBeLessThanOrEqual(budget.window);
        expect(budget.room).toBeLessThanOrEqual(model.maxInput ?? budget.window);
        expect(budget.softAt).toBeLessThanOrEqual(budget.hardAt);
        expect(budget.hardAt).toBeLessThanOrEqual(budget.room);
        expect(budget.minimum).toBeLessThanOrEqual(budget.goal);
        expect(budget.retention.value).toBeGreaterThanOrEqual(0);
        for (const mark of [budget.soft, budget.hard]) expect(usable(mark.value)).toBe(true);
      }),
    );
  });

  it('takes the hard watermark from the narrowest level that states a usable one', () => {
    fc.assert(
      fc.property(settings, (wishes) => {
        const { hard } = budgetFor('openai:gpt-4o', wishes);
        const from = (['session', 'profile', 'model', 'global'] as const).find((name) => usable(wishes[name]?.hard));
        expect(hard).toEqual({ value: from ? wishes[from]?.hard : 95, from: from ?? 'default' });
      }),
    );
  });

  it('warns of every unusable value that a narrower level does not hide', () => {
    const { hard, warnings } = budgetFor('gpt-4o', { session: { hard: 4 }, profile: { hard: 101 }, global: { hard: 60 } });
    expect(hard).toEqual({ value: 60, from: 'global' });
    expect(warnings.map(({ setting, level, given }) => [setting, level, given])).toEqual([
      ['hard', 'session', 4],
      ['hard', 'profile', 101],
    ]);
    expect(warnings[0]?.message).toContain('between 5 and 100');
    expect(budgetFor('gpt-4o', { session: { hard: 60 }, global: { hard: 4 } }).warnings).toEqual([]);
    for (const ends of [5, 100]) expect(budgetFor('gpt-4o', { session: { hard: ends } }).hard.value).toBe(ends);
  });

  it('leaves 105,216 tokens of gpt-4o for input', () => {
    expect(budgetFor('openai:gpt-4o')).toMatchObject({
      window: 128_000,
      reserved: 16_384,
      margin: 6_400,
      room: 105_216,
      warnings: [],
    });
  });

  it('keeps a wider margin where counts are only a factor, until they are calibrated', () => {
    const margin = (id: string, calibrated = false) => budgetFor(id, { calibrated }).margin / budgetFor(id).window;
    for (const id of ['gpt-4o', 'openai:gpt-5', 'azure:gpt-4o-mini', 'gpt-4.1-mini', 'o3']) expect(margin(id)).toBeCloseTo(0.05);
    expect(margin('gpt-4-turbo')).toBeCloseTo(0.1);
    expect(margin('gemini-2.5-pro')).toBeCloseTo(0.1);
    expect(margin('somebody:unheard-of')).toBeCloseTo(0.1);
    for (const id of ['claude-haiku-4-5', 'claude-sonnet-5', 'bedrock:eu.anthropic.claude-opus-4-1-20250805-v1:0']) {
      expect(margin(id)).toBeCloseTo(0.1);
    }
    for (const { id } of models) expect(margin(id, true)).toBeCloseTo(0.05);
    expect(budgetFor('gpt-4o', { margin: 0 }).room).toBe(111_616);
  });

  it('honours the provider’s own limit on input and the room an answer was promised', () => {
    const model = { ...modelFor('openai:gpt-4o'), maxInput: 50_000 };
    expect(budgetFor(model).room).toBe(43_600);
    expect(budgetFor('openai:gpt-4o', { session: { answerTokens: 1_000 } }).room).toBe(120_600);
  });

  it('keeps free for the answer what the narrowest level says, never more than the model can say', () => {
    const wish = fc.option(fc.oneof(fc.integer({ min: 1, max: 40_000 }), fc.constant(-1), fc.constant('inherit' as const)), {
      nil: undefined,
    });
    const level = wish.map((answerTokens) => (answerTokens === undefined ? {} : { answerTokens }));
    fc.assert(
      fc.property(level, level, level, wish, (session, profile, global, own) => {
        const model = { ...modelFor('openai:gpt-4o'), ...(typeof own === 'number' && own > 0 ? { answerTokens: own } : {}) };
        const budget = budgetFor(model, { session, profile, global });
        const said = [session.answerTokens, profile.answerTokens, own, global.answerTokens].find(
          (value): value is number => typeof value === 'number' && value > 0,
        );
        const reserved = Math.min(said ?? model.maxOutput, model.maxOutput);
        expect(budget).toMatchObject({ reserved, answerTokens: { value: reserved }, warnings: [] });
        expect(budget.room).toBe(model.window - reserved - budget.margin);
      }),
    );
    expect(budgetFor('openai:gpt-4o', { profile: { answerTokens: 500 } }).answerTokens).toEqual({ value: 500, from: 'profile' });
    expect(budgetFor('openai:gpt-4o', { profile: { answerTokens: 50_000 } }).answerTokens.from).toBe('model');
    expect(budgetFor('openai:gpt-4o', { session: { answerTokens: 0 } }).warnings).toMatchObject([{ setting: 'answerTokens' }]);
  });

  it('lets Gemini keep its own watermark and a global choice reach the others', () => {
    const global = { hard: 70, retention: 300 };
    expect(budgetFor('gemini-2.5-pro').hard).toEqual({ value: 98, from: 'model' });
    expect(budgetFor('gemini-2.5-pro', { global }).hard).toEqual({ value: 98, from: 'model' });
    expect(budgetFor('gemini-2.5-pro', { global, model: { hard: 80 } }).hard).toEqual({ value: 80, from: 'model' });
    expect(budgetFor('gpt-4o', { global }).hard).toEqual({ value: 70, from: 'global' });
    expect(budgetFor('gpt-4o', { global }).retention).toEqual({ value: 300, from: 'global' });
    expect(budgetFor('claude-haiku-4-5', { global }).retention).toEqual({ value: 1_500, from: 'model' });
    expect(budgetFor({ ...modelFor('gpt-4o'), source: 'manual' }, { global }).hard).toEqual({ value: 95, from: 'model' });
  });

  it('never lets soft stand above hard, and says so when one level contradicts itself', () => {
    expect(budgetFor('gpt-4o').soft).toEqual({ value: 80, from: 'default' });
    expect(budgetFor('gpt-4o', { session: { hard: 50 } })).toMatchObject({ soft: { value: 50, from: 'session' }, warnings: [] });
    const torn = budgetFor('gpt-4o', { profile: { hard: 50, soft: 60 } });
    expect(torn.softAt).toBe(torn.hardAt);
    expect(torn.warnings).toMatchObject([{ setting: 'soft', level: 'profile', given: 60 }]);
  });

  it('can do without background folds but not without the hard watermark', () => {
    const off = budgetFor('gpt-4o', { global: { soft: 'off' } });
    expect(off).toMatchObject({ softOff: true, soft: { value: 95, from: 'global' } });
    expect(off.softAt).toBe(off.hardAt);
    expect(budgetFor('gpt-4o', { global: { soft: 'off' }, session: { soft: 40 } })).not.toHaveProperty('softOff');
  });

  it('aims at half of the room and never below 30 %, or as set', () => {
    expect(budgetOf(10_000)).toMatchObject({ goal: 5_000, minimum: 3_000, floor: 2_000 });
    expect(budgetOf(10_000, { goal: 20, floor: 0 })).toMatchObject({ goal: 2_000, minimum: 2_000, floor: 0 });
    const wrong = budgetOf(10_000, { goal: 0, minimum: 101, floor: -5 });
    expect(wrong).toMatchObject({ goal: 5_000, minimum: 3_000, floor: 2_000 });
    expect(wrong.warnings.map((warning) => warning.setting)).toEqual(['goal', 'minimum', 'floor']);
  });

  it('allows a retention of nothing but refuses a negative one', () => {
    expect(budgetFor('gpt-4o', { session: { retention: 0 } }).retention).toEqual({ value: 0, from: 'session' });
    const negative = budgetFor('gpt-4o', { session: { retention: -2 } });
    expect(negative.retention).toEqual({ value: 1_000, from: 'default' });
    expect(negative.warnings[0]?.message).toContain('0 or more');
  });

  it('halves the reserve of a model that could answer with its whole window, and warns', () => {
    const odd = { ...(findModel('gpt-4o') as Model), window: 8_192, maxOutput: 8_192 };
    expect(budgetFor(odd)).toMatchObject({
      reserved: 4_096,
      room: 3_892,
      warnings: [{ setting: 'answerTokens', level: 'model' }],
    });
  });

  it('refuses limits that are no limits', () => {
    for (const window of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => budgetFor({ ...modelFor('gpt-4o'), window })).toThrow(InvalidLimits);
      expect(() => budgetOf(window)).toThrow(InvalidLimits);
    }
    expect(() => budgetFor({ ...modelFor('gpt-4o'), maxOutput: -1 })).toThrow('maxOutput is -1');
  });
});

describe('budgetOf', () => {
  it('gives an app that knows only a limit all of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (room) => {
        const budget = budgetOf(room);
        expect(budget).toMatchObject({ room, window: room, reserved: 0, margin: 0 });
        expect(budget.softAt).toBe(Math.ceil((room * 4) / 5));
      }),
    );
  });
});
