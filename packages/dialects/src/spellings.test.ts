import type { Json } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { aiSdk } from './ai-sdk/dialect.ts';
import { gemini } from './gemini/dialect.ts';

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
