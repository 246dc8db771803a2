import { describe, expect, it } from 'vitest';
import { pairClientCalls } from './client-calls.ts';
import { openAiResponses } from './dialect.ts';

const user = { role: 'user', content: 'hi' };
const call = (id: string, type = 'local_shell') => ({ type: `${type}_call`, call_id: id, action: {} });
const output = (id: string, type = 'local_shell') => ({ type: `${type}_call_output`, call_id: id, output: 'text' });
const types = (items: Parameters<typeof pairClientCalls>[0]) => pairClientCalls(items).map(({ type, role }) => type ?? role);

describe('calls a client runs beside functions', () => {
  it('stay as they are where each has its output', () => {
    const items = [user, call('a'), call('b', 'computer'), output('b', 'computer'), output('a'), call('c', 'web_search')];
    expect(pairClientCalls(items)).toBe(items);
  });

  it('are marked text where a half is missing, comes first, is of another kind or has no id', () => {
    expect(types([user, call('a'), user])).toEqual(['user', 'assistant', 'user']);
    expect(types([output('a'), call('a')])).toEqual(['assistant', 'assistant']);
    expect(types([call('a'), output('a', 'shell')])).toEqual(['assistant', 'assistant']);
    expect(types([call('a'), call('a'), output('a')])).toEqual(['local_shell_call', 'assistant', 'local_shell_call_output']);
    expect(types([{ type: 'shell_call' }])).toEqual(['assistant']);
    const called = { type: 'function_call', call_id: 'a', name: 'x', arguments: '{}' };
    expect(types([called, call('a'), output('a')])).toEqual(['function_call', 'assistant', 'assistant']);
  });

  it('may be kept by the vendor, whose requests come back as they were', () => {
    for (const type of ['function', 'custom_tool', 'computer']) {
      const wire = { model: 'gpt-5', previous_response_id: 'r', input: [output('a', type), user, output('b', type)] };
      expect(openAiResponses.validate(wire)).toEqual([]);
      expect(openAiResponses.encode(openAiResponses.decode(wire))).toEqual(wire);
      const twice = { ...wire, input: [output('a', type), output('a', type), output('x'.repeat(99), type)] };
      expect(openAiResponses.validate(openAiResponses.encode(openAiResponses.decode(twice)))).toEqual([]);
      const { rest: _, ...elsewhere } = openAiResponses.decode(wire);
      expect(openAiResponses.validate(openAiResponses.encode(elsewhere))).toEqual([]);
    }
  });

  it('are made whole in any request', () => {
    const wire = { model: 'gpt-5', input: [user, call('a', 'computer'), user, output('b', 'apply_patch')] };
    expect(openAiResponses.validate(wire).map(({ message }) => message)).toEqual([
      'No tool output found for computer call a.',
      'No tool call found for function call output with call_id b.',
    ]);
    expect(openAiResponses.validate(openAiResponses.encode(openAiResponses.decode(wire)))).toEqual([]);
  });
});
