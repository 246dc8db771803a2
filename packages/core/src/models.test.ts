import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findModel, modelFor, models, UNKNOWN_MODEL } from './models.ts';

describe('models', () => {
  it('describes twelve models, each under its own id', () => {
    expect(models).toHaveLength(12);
    expect(new Set(models.map((model) => model.id)).size).toBe(12);
    for (const model of models) {
      expect(model.id).toBe(`${model.provider}:${model.model}`);
      expect(model.maxOutput).toBeLessThan(model.window);
      expect(model.threshold).toBe(model.provider === 'google' ? 98 : 95);
      expect([1_000, 1_500, 2_000]).toContain(model.retention);
    }
  });

  it('finds each by id and by bare name', () => {
    for (const model of models) {
      expect(findModel(model.id)).toBe(model);
      expect(findModel(model.model)).toBe(model);
    }
  });

  it('sees the model behind a date, a router or a cloud', () => {
    expect(findModel('claude-sonnet-4-5')?.window).toBe(200_000);
    expect(findModel('claude-opus-4-1-20250805')?.id).toBe('anthropic:claude-opus-4-1');
    expect(findModel('openrouter:anthropic/claude-haiku-4-5')?.maxOutput).toBe(64_000);
    expect(findModel('bedrock:us.anthropic.claude-3-haiku-20240307-v1:0')?.maxOutput).toBe(4_096);
    expect(findModel('vertex:claude-opus-4-1@20250805')?.retention).toBe(1_500);
    expect(findModel('gpt-4o-2024-08-06')?.id).toBe('openai:gpt-4o');
    expect(findModel('azure:gpt-4o')).toMatchObject({ id: 'azure:gpt-4o', provider: 'azure', maxOutput: 16_384 });
  });

  it('does not take one model for a similar one', () => {
    expect(findModel('gpt-4')).toBeUndefined();
    expect(findModel('gpt-5-nano')).toBeUndefined();
    expect(findModel('gemini-2.5-flash-lite')).toBeUndefined();
    expect(findModel('')).toBeUndefined();
  });

  it('assumes 128,000 in and 4,096 out for any name it does not know', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        fc.pre(findModel(name) === undefined);
        expect(modelFor(name)).toMatchObject({ id: name, ...UNKNOWN_MODEL, source: 'default' });
      }),
    );
    expect(modelFor('ollama:llama3.2:3b')).toMatchObject({
      provider: 'ollama',
      model: 'llama3.2:3b',
      maxInput: 128_000,
      maxOutput: 4_096,
    });
    expect(modelFor('llama3.2:3b')).toMatchObject({ provider: '', model: 'llama3.2:3b' });
  });
});
