import type { Message } from '@tenfold/core';
import { sendable } from '@tenfold/dialects';
import { expect, it } from 'vitest';
import { sendRules, temperatureFor } from './send-rules.ts';

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

it.each([
  ['mistral-large-latest', true],
  ['mistralai/Devstral-Small-2507', true],
  ['open-mixtral-8x22b', true],
  ['llama3', false],
])('the ids of calls fit %s', (model, isMistral) => {
  const ids = ['call_1', 'abcDEF123', 'call_1', 'abcdefghij'];
  const messages = ids.flatMap((id): readonly Message[] => [
    { role: 'user', parts: [{ type: 'text', text: 'a' }] },
    { role: 'assistant', parts: [{ type: 'tool-call', id, name: 'read', input: {} }] },
    { role: 'tool', parts: [{ type: 'tool-result', id, output: 'x' }] },
  ]);
  const sent = sendable(messages, sendRules('openai-compatible', 'system', model)).messages.map(({ parts: [part] }) => part);
  const idsOf = (type: string) => sent.flatMap((part) => (part?.type === type ? [(part as { id: string }).id] : []));
  expect(idsOf('tool-call')).toEqual(idsOf('tool-result'));
  expect(new Set(idsOf('tool-call')).size).toBe(4);
  expect(idsOf('tool-call').every((id) => /^[a-zA-Z0-9]{9}$/.test(id))).toBe(isMistral);
  expect(idsOf('tool-call')[1]).toBe('abcDEF123');
});
