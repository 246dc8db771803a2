import { describe, expect, it } from 'vitest';
import type { DialectId } from './dialect.ts';
import { detectDialect, dialectOf, dialects } from './registry.ts';

describe('the registry', () => {
  it('finds each dialect by its name, and names them all when asked for another', () => {
    for (const dialect of dialects) expect(dialectOf(dialect.id)).toBe(dialect);
    expect(() => dialectOf('smoke signals' as DialectId)).toThrow(
      /no dialect smoke signals; there are gemini, openai-responses, anthropic, ai-sdk, jsonl, openai-chat/,
    );
  });

  it('tells what is marked apart from what any server could send', () => {
    const words = [{ role: 'user', content: 'hi' }];
    expect(detectDialect({ messages: words })?.id).toBe('openai-chat');
    expect(detectDialect({ model: 'claude-sonnet-4-5', messages: words })?.id).toBe('anthropic');
    expect(detectDialect({ model: 'claude-sonnet-4-5', messages: [{ role: 'system', content: 'x' }, ...words] })?.id).toBe(
      'openai-chat',
    );
    expect(detectDialect({ anthropic_version: 'bedrock-2023-05-31', messages: words })?.id).toBe('anthropic');
    expect(detectDialect({ model: 'x', system: 'rules', messages: words })?.id).toBe('anthropic');
    expect(detectDialect({ id: 'c', messages: words })?.id).toBe('jsonl');
    const calls = [
      ...words,
      { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'a', content: 'text' },
    ];
    expect(detectDialect({ id: 'c', source: 'log', messages: calls })?.id).toBe('openai-chat');
    expect(detectDialect([{ role: 'user', content: 'hi', providerOptions: {} }])?.id).toBe('ai-sdk');
    for (const odd of [null, 5, 'x', [], {}, [5], { messages: 'x' }, { messages: [5] }])
      expect(detectDialect(odd)).toBeUndefined();
  });

  it('takes the history files of Cline and Roo for what they are, Anthropic messages with marks of their own', () => {
    const history = [
      { role: 'user', content: [{ type: 'text', text: '<task>mend it</task>' }], ts: 1 },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read_file', input: {} }], ts: 2, condenseParent: 'x' },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'text' }], ts: 3 },
    ];
    const dialect = detectDialect(history);
    expect(dialect?.id).toBe('anthropic');
    expect(dialect?.encode(dialect.decode(history))).toEqual(history);
  });
});
