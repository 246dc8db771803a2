import type { Json } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { aiSdk } from './ai-sdk/dialect.ts';
import { gemini } from './gemini/dialect.ts';
import { openAiChat } from './openai-chat/dialect.ts';

const rewritten = (dialect: typeof gemini, wire: Json) => dialect.encode(dialect.decode(wire));

describe('what earlier versions and other tools spell otherwise', () => {
  it('is read as the same by Gemini, and written as its JSON has it', () => {
    const wire = {
      system_instruction: { parts: [{ text: 'Be brief.' }] },
      tools: [{ function_declarations: [{ name: 'read', description: 'reads' }] }],
      contents: [
        { role: 'user', parts: [{ text: 'hi', function_call: null }, { inline_data: { mime_type: 'image/png', data: 'AAAA' } }] },
        {
          role: 'model',
          parts: [{ text: null, function_call: { name: 'read', args: { mime_type: null } }, thought_signature: 's' }],
        },
        { role: 'user', parts: [{ function_response: { name: 'read', response: { output: 'text' } } }] },
      ],
    };
    expect(gemini.detect(wire)).toBe(true);
    expect(gemini.decode(wire).frame).toMatchObject({ system: 'Be brief.', tools: [{ name: 'read', description: 'reads' }] });
    const written = rewritten(gemini, wire);
    expect(written).toMatchObject({
      systemInstruction: wire.system_instruction,
      tools: wire.tools,
      contents: [
        { role: 'user', parts: [{ text: 'hi' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }] },
        { role: 'model', parts: [{ functionCall: { name: 'read', args: { mime_type: null } }, thoughtSignature: 's' }] },
        { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'text' } } }] },
      ],
    });
    expect(gemini.validate(written)).toEqual([]);
  });

  it('is read as calls and results by OpenAI chat, and written as its API takes it', () => {
    const call = (spelling: object, id?: string) => ({
      role: 'assistant',
      content: '',
      tool_calls: [spelling],
      ...(id && { id }),
    });
    const spellings: readonly (readonly [object, object])[] = [
      [
        call({ id: 'a', type: 'function', function: { name: 'read', arguments: { path: 'x' } } }),
        { role: 'tool', tool_call_id: 'a' },
      ],
      [call({ function: { name: 'read', arguments: { path: 'x' } } }), { role: 'tool', tool_name: 'read' }],
      [call({ id: 'a', name: 'read', args: { path: 'x' } }), { role: 'tool', tool_call_id: 'a' }],
      [
        call({ id: 'a', name: 'read', arguments: '{"path":"x"}', type: 'tool_call' }),
        { role: 'tool', tool_call_id: 'a', name: 'read' },
      ],
      [call({ id: '', type: 'function', function: { name: 'read', arguments: '{"path":"x"}' } }), { role: 'tool' }],
    ];
    for (const [asked, answered] of spellings) {
      const wire = { messages: [{ role: 'user', content: 'hi' }, asked, { ...answered, content: 'text' }] } as Json;
      const { messages } = openAiChat.decode(wire);
      expect(messages[1]?.parts.at(-1)).toMatchObject({ type: 'tool-call', name: 'read', input: { path: 'x' } });
      const [result] = messages[2]?.parts ?? [];
      expect(result).toMatchObject({ type: 'tool-result', output: 'text' });
      const written = openAiChat.encode(openAiChat.decode(wire));
      expect(openAiChat.validate(written)).toEqual([]);
      expect(JSON.stringify(written)).not.toContain('kept as text');
    }
  });

  it('gives results without ids to calls without ids in order, or by name', () => {
    const calls = ['read', 'list', 'read'].map((name) => ({ function: { name, arguments: {} } }));
    const results = ['list', 'read', 'read'].map((name, at) => ({ role: 'tool', name, content: `${at}` }));
    const { messages } = openAiChat.decode([{ role: 'assistant', content: '', tool_calls: calls }, ...results]);
    const ids = messages[0]?.parts.flatMap((part) => (part.type === 'tool-call' ? [part.id] : [])) ?? [];
    expect(new Set(ids).size).toBe(3);
    expect(messages.slice(1).map(({ parts: [part] }) => part?.type === 'tool-result' && part.id)).toEqual([
      ids[1],
      ids[0],
      ids[2],
    ]);
  });

  it('is read as the same by the AI SDK, and written as today', () => {
    const wire = [
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: ['a', 'b'].map((id) => ({ type: 'tool-call', toolCallId: id, toolName: 'read', args: { path: id } })),
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'read', result: 'text' },
          { type: 'tool-result', toolCallId: 'b', toolName: 'read', result: { code: 1 }, isError: true },
        ],
      },
    ];
    const written = rewritten(aiSdk, wire);
    expect(written).toMatchObject([
      { role: 'user' },
      { content: [{ input: { path: 'a' } }, { input: { path: 'b' } }] },
      { content: [{ output: { type: 'text', value: 'text' } }, { output: { type: 'error-json', value: { code: 1 } } }] },
    ]);
    expect(JSON.stringify(written)).not.toMatch(/"args"|"result"|"isError"/);
    expect(aiSdk.validate(written)).toEqual([]);
  });
});
