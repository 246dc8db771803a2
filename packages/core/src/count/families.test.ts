import { expect, it } from 'vitest';
import { countingOf, FAMILIES, OTHER_MODELS } from './families.ts';

it.each([
  ['gpt-4o', 'gpt-4o'],
  ['openai:gpt-4o-mini', 'gpt-4o'],
  ['gpt-4.1', 'gpt-4o'],
  ['chatgpt-4o-latest', 'gpt-4o'],
  ['o1', 'gpt-4o'],
  ['o4-mini', 'gpt-4o'],
  ['gpt-5', 'gpt-5'],
  ['openai/gpt-5.2-codex', 'gpt-5'],
  ['gpt-oss-120b', 'gpt-5'],
  ['gpt-4-turbo', 'gpt-4'],
  ['gpt-3.5-turbo', 'gpt-4'],
  ['claude-3-5-sonnet-20241022', 'claude'],
  ['claude-3-opus-20240229', 'claude'],
  ['claude-opus-4-20250514', 'claude'],
  ['claude-sonnet-4-5', 'claude'],
  ['anthropic/claude-opus-4.6', 'claude'],
  ['us.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude'],
  ['claude-opus-4-7', 'claude-4.7'],
  ['anthropic/claude-opus-4.8', 'claude-4.7'],
  ['claude-opus-5', 'claude-5'],
  ['claude-sonnet-5-20260101', 'claude-5'],
  ['gemini-2.5-pro', 'gemini'],
  ['google:gemini-3-flash', 'gemini'],
  ['llama-4-maverick', 'other'],
  ['foo1-large', 'other'],
  ['', 'other'],
])('counts %s like %s', (model, family) => {
  expect(countingOf(model).family).toBe(family);
});

it('is exact for the families that use o200k_base alone', () => {
  const exact = [...FAMILIES, OTHER_MODELS].filter(({ factors }) => factors === undefined).map(({ family }) => family);
  expect(exact).toEqual(['gpt-5', 'gpt-4o']);
});

it('has factors a calibration could have found', () => {
  for (const { factors } of [...FAMILIES, OTHER_MODELS]) {
    if (factors === undefined) continue;
    const { codeSlope: _, ...byKind } = factors;
    for (const factor of Object.values(byKind)) expect(factor).toSatisfy((value: number) => value >= 0.7 && value <= 3);
  }
});
