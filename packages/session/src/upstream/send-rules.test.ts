import { expect, it } from 'vitest';
import { temperatureFor } from './send-rules.ts';

it.each([
  'o3-mini',
  'gpt-5.1',
  'openai/gpt-5',
  'claude-opus-4-7',
  'anthropic/claude-opus-4.8',
  'eu.anthropic.claude-opus-4-7-v1:0',
  'claude-opus-5-5',
  'anthropic/claude-sonnet-5',
  'claude-fable-5',
])('%s, which refuses a temperature, is asked without one', (model) => {
  expect(temperatureFor(model, 0.3)).toEqual({});
});

it.each([
  'gpt-4o',
  'claude-opus-4-1',
  'claude-opus-4-20250514',
  'claude-opus-4-6',
  'claude-sonnet-4-5',
  'llama3',
  'gemini-3-pro',
])('%s is asked with the temperature that is wished for', (model) => {
  expect(temperatureFor(model, 0.3)).toEqual({ temperature: 0.3 });
});
