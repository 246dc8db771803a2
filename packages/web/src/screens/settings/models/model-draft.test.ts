import type { ModelLimits } from '@tenfold/contract';
import { describe, expect, it } from 'vitest';
import { draftOf, nameProblem, wishOf } from './model-draft.ts';

const known = {
  id: 'openai:gpt-4o',
  provider: 'openai',
  model: 'gpt-4o',
  contextWindow: 128_000,
  maxInputTokens: null,
  maxOutputTokens: 16_384,
  threshold: -1,
  retentionTokens: 1_000,
} as ModelLimits;

describe('a model’s form', () => {
  it('asks with 128,000 prefilled', () => {
    expect(draftOf(null).contextWindow).toBe(128_000);
    expect(wishOf({ ...draftOf(null), contextWindow: null, maxOutputTokens: null })).toMatchObject({
      contextWindow: 128_000,
      maxOutputTokens: 4_096,
    });
  });
  it('shows −1 as nothing said and gives it back', () => {
    expect(draftOf(known).threshold).toBeNull();
    expect(wishOf(draftOf(known))).toEqual({
      contextWindow: 128_000,
      maxInputTokens: null,
      maxOutputTokens: 16_384,
      threshold: -1,
      retentionTokens: 1_000,
    });
  });
  it('refuses no name and one that is there', () => {
    expect(nameProblem({ ...draftOf(null), model: ' ' }, [known])).toMatch(/name/);
    expect(nameProblem({ ...draftOf(null), model: 'gpt-4o' }, [known])).toMatch(/already/);
    expect(nameProblem({ ...draftOf(null), model: 'other' }, [known])).toBeNull();
  });
});
