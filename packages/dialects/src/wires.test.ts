import type { Json } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import type { DialectId } from './dialect.ts';
import { detectDialect, dialectOf } from './registry.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const schema = { type: 'object', properties: { path: { type: 'string' } } };

/** Requests with everything an API takes: each must come back exactly. */
const WIRES: Readonly<Record<DialectId, readonly Json[]>> = {
  'openai-chat': [
    {
      model: 'gpt-4o',
      temperature: 0.2,
      stream: true,
      tools: [
        { type: 'function', function: { name: 'read', description: 'Reads', parameters: schema, strict: true } },
        { type: 'function', function: { name: 'bare' } },
        { type: 'custom', custom: { name: 'patch', format: { type: 'text' } } },
      ],
      messages: [
        { role: 'developer', content: [{ type: 'text', text: 'Be brief.' }], name: 'house' },
        { role: 'system', content: 'And kind.' },
        { role: 'user', name: 'ann', content: 'hi' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'look', cache_control: { type: 'ephemeral' } },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}`, detail: 'low' } },
            { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
            { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
            { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' } },
            { type: 'file', file: { file_id: 'file-1' } },
            { type: 'video_url', video_url: { url: 'https://example.com/v' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          reasoning_content: 'hm',
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } },
            { id: 'b', type: 'function', index: 1, function: { name: 'read', arguments: '{"path": "é", "n": [1, 2]}' } },
            { id: 'c', type: 'function', function: { name: 'read', arguments: '{"path": "\\u00e9"}' } },
            { id: 'd', type: 'function', function: { name: 'read', arguments: '{ "n": 1.0 }' } },
            { id: 'e', type: 'function', function: { name: 'read', arguments: '{"torn": ' } },
            { id: 'f', type: 'custom', custom: { name: 'patch', input: '*** Begin' } },
          ],
        },
        { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'two' }] },
        { role: 'tool', tool_call_id: 'a', content: 'one', name: 'read' },
        { role: 'tool', tool_call_id: 'c', content: '' },
        { role: 'tool', tool_call_id: 'd', content: 'four' },
        { role: 'tool', tool_call_id: 'e', content: 'five' },
        { role: 'tool', tool_call_id: 'f', content: 'six' },
        { role: 'system', content: 'A note in between.' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'done' },
            { type: 'refusal', refusal: 'but not that' },
          ],
        },
        { role: 'assistant', content: null, refusal: 'no' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'again' },
        { role: 'assistant', tool_calls: [{ id: 'g', type: 'function', function: { name: 'read', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'g', content: 'x' },
        { role: 'assistant', content: null, function_call: { name: 'old', arguments: '{}' } },
        { role: 'function', name: 'old', content: 'way' },
        { role: 'assistant', content: null, audio: { id: 'audio_1' } },
      ],
    },
    [{ role: 'user', content: 'bare' }],
  ],
  'openai-responses': [
    { model: 'gpt-5', input: 'hi' },
    {
      model: 'gpt-5',
      instructions: 'Be brief.',
      store: false,
      tools: [
        { type: 'function', name: 'read', description: 'Reads', parameters: schema, strict: null },
        { type: 'web_search' },
        { type: 'function', name: 'bare' },
      ],
      input: [
        { role: 'developer', content: 'House rules.' },
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'look' },
            { type: 'input_image', image_url: `data:image/png;base64,${PNG}`, detail: 'auto' },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'input_file', file_id: 'f' },
            { type: 'input_file', file_data: 'data:application/pdf;base64,AA', filename: 'a.pdf' },
            { type: 'input_file', file_url: 'https://example.com/a' },
            { type: 'input_image', file_id: 'g' },
          ],
        },
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'xyz' },
        {
          type: 'reasoning',
          id: 'rs_2',
          summary: [
            { type: 'summary_text', text: 'one' },
            { type: 'summary_text', text: 'two' },
          ],
        },
        { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'read', arguments: '{"path": "x"}', status: 'completed' },
        { type: 'custom_tool_call', call_id: 'b', name: 'apply_patch', input: '*** Begin' },
        { type: 'function_call_output', call_id: 'a', output: 'text' },
        {
          type: 'custom_tool_call_output',
          call_id: 'b',
          output: [
            { type: 'input_text', text: 'ok' },
            { type: 'input_image', image_url: 'https://example.com/a.png' },
          ],
        },
        { type: 'web_search_call', id: 'ws_1', status: 'completed' },
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [
            { type: 'output_text', text: 'a', annotations: [] },
            { type: 'output_text', text: 'b', annotations: [] },
            { type: 'refusal', refusal: 'no' },
          ],
        },
        { role: 'assistant', content: 'easy' },
        { role: 'system', content: [{ type: 'input_text', text: 'note' }] },
      ],
    },
    [
      { role: 'user', content: 'bare' },
      { type: 'function_call', call_id: 'a', name: 'x', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: '' },
    ],
  ],
  anthropic: [
    {
      model: 'claude-opus-5-5',
      max_tokens: 100,
      system: [{ type: 'text', text: 'You are an agent.', cache_control: { type: 'ephemeral' } }],
      tools: [{ name: 'read', input_schema: schema }],
      thinking: { type: 'adaptive', display: 'omitted' },
      context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
      messages: [
        { role: 'system', content: [], output_config: { effort: 'high' } },
        { role: 'user', content: [{ type: 'text', text: 'hi', cache_control: { type: 'ephemeral' } }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] },
        { role: 'system', content: [{ type: 'text', text: 'Mind the limits.' }], output_config: { effort: 'low' } },
        { role: 'assistant', content: [{ type: 'text', text: 'done' }] },
        { role: 'system', content: 'Stay kind.' },
        { role: 'user', content: 'more' },
      ],
    },
    {
      model: 'claude-sonnet-4-5',
      max_tokens: 100,
      system: [
        { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 'And kind.' },
      ],
      thinking: { type: 'enabled', budget_tokens: 2000 },
      tools: [
        { name: 'read', description: 'Reads', input_schema: schema, cache_control: { type: 'ephemeral' } },
        { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
      ],
      messages: [
        { role: 'user', content: 'hi' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'sig' },
            { type: 'redacted_thinking', data: 'blob' },
            { type: 'text', text: 'I look', citations: null },
            { type: 'server_tool_use', id: 'srv', name: 'web_search', input: { query: 'x' } },
            { type: 'web_search_tool_result', tool_use_id: 'srv', content: [] },
            { type: 'tool_use', id: 'a', name: 'read', input: { path: 'a' } },
            { type: 'tool_use', id: 'b', name: 'read', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'b',
              content: [
                { type: 'text', text: 'two' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
              ],
              is_error: false,
            },
            { type: 'tool_result', tool_use_id: 'a', is_error: false },
            { type: 'text', text: 'go on', cache_control: { type: 'ephemeral' } },
            { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
            {
              type: 'document',
              source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' },
              title: 'a.pdf',
              citations: { enabled: true },
            },
            { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'words' } },
            { type: 'document', source: { type: 'file', file_id: 'file_1' } },
            { type: 'search_result', source: 'x', title: 'y', content: [] },
          ],
        },
        { role: 'assistant', content: 'done' },
      ],
    },
    { model: 'claude-3-5-haiku', system: 'plain', messages: [{ role: 'user', content: [{ type: 'text', text: 'one block' }] }] },
    [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'e', is_error: true }] },
    ],
  ],
  gemini: [
    {
      model: 'models/gemini-2.5-pro',
      systemInstruction: { role: 'system', parts: [{ text: 'Be brief.' }] },
      generationConfig: { temperature: 0 },
      tools: [
        {
          functionDeclarations: [
            { name: 'read', description: 'Reads', parameters: schema },
            { name: 'bare' },
            { name: 'json', parametersJsonSchema: schema },
          ],
        },
        { googleSearch: {} },
      ],
      contents: [
        { parts: [{ text: 'hi' }] },
        {
          role: 'user',
          parts: [
            { inlineData: { mimeType: 'image/png', data: PNG } },
            { fileData: { mimeType: 'video/mp4', fileUri: 'https://example.com/v' } },
          ],
        },
        {
          role: 'model',
          parts: [
            { text: 'thinking', thought: true },
            { text: '', thoughtSignature: 'sig' },
            { functionCall: { name: 'read', args: { path: 'a' } }, thoughtSignature: 'sig2' },
            { functionCall: { name: 'read', args: {}, id: 'x' } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: 'read', response: { result: 'one' } } },
            { functionResponse: { name: 'read', id: 'x', response: { files: ['a'], error: null } } },
            { text: 'go on' },
          ],
        },
        {
          role: 'model',
          parts: [
            { executableCode: { language: 'PYTHON', code: '1' } },
            { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
          ],
        },
        { role: 'user', parts: [{ text: 'x' }] },
        { role: 'model', parts: [{ functionCall: { name: 'read', args: {} } }] },
        { role: 'function', parts: [{ functionResponse: { name: 'read', response: { error: 'no' } } }] },
      ],
    },
    [{ role: 'user', parts: [{ text: 'bare' }] }],
  ],
  'ai-sdk': [
    [
      { role: 'system', content: 'Be brief.', providerOptions: { x: { y: 1 } } },
      { role: 'user', content: 'hi' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look', providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
          { type: 'image', image: PNG },
          { type: 'image', image: 'https://example.com/a.png', mediaType: 'image/png' },
          { type: 'file', data: { type: 'data', data: 'AAAA' }, mediaType: 'application/pdf', filename: 'a.pdf' },
          { type: 'file', data: { type: 'reference', reference: { openai: 'f' } }, mediaType: 'application/pdf' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 's' } } },
          { type: 'custom', kind: 'openai.thing' },
          { type: 'tool-call', toolCallId: 'p', toolName: 'web', input: {}, providerExecuted: true },
          { type: 'tool-result', toolCallId: 'p', toolName: 'web', output: { type: 'json', value: [] } },
          { type: 'tool-call', toolCallId: 'a', toolName: 'read', input: { path: 'a' } },
          { type: 'tool-call', toolCallId: 'b', toolName: 'patch', input: 'bare string' },
          { type: 'tool-call', toolCallId: 'c', toolName: 'read', input: {} },
          { type: 'tool-call', toolCallId: 'd', toolName: 'read', input: {} },
          { type: 'tool-call', toolCallId: 'e', toolName: 'read', input: {} },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'read', output: { type: 'json', value: { ok: [1] } } },
          { type: 'tool-result', toolCallId: 'b', toolName: 'patch', output: { type: 'error-text', value: 'no' } },
          { type: 'tool-result', toolCallId: 'c', toolName: 'read', output: { type: 'execution-denied', reason: 'not now' } },
          { type: 'tool-result', toolCallId: 'd', toolName: 'read', output: { type: 'error-json', value: { code: 1 } } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'e',
            toolName: 'read',
            output: {
              type: 'content',
              value: [
                { type: 'text', text: 'x' },
                { type: 'file', data: { type: 'data', data: PNG }, mediaType: 'image/png' },
                { type: 'file-url', url: 'https://example.com', mediaType: 'text/html' },
                { type: 'image-data', data: PNG, mediaType: 'image/png' },
              ],
            },
          },
        ],
      },
      { role: 'assistant', content: 'done' },
      { role: 'user', content: 'delete it' },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'z', toolName: 'rm', input: {} },
          { type: 'tool-approval-request', approvalId: 'ap', toolCallId: 'z' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'ap', approved: true }] },
    ],
    { instructions: 'Be brief.', messages: [{ role: 'user', content: 'hi' }], temperature: 0 },
    {
      instructions: { role: 'system', content: 'Stay kind.' },
      messages: [
        { role: 'system', content: 'And kind.' },
        { role: 'user', content: 'hi' },
      ],
      allowSystemInMessages: true,
    },
  ],
  jsonl: [
    {
      id: 'c1',
      source: 'here',
      licence: 'MIT',
      meta: { agent: 'x' },
      messages: [
        { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
        { role: 'user', content: 'plain', at: '2026-01-01' },
        {
          role: 'user',
          content: [
            { type: 'text', text: '' },
            { type: 'chart', points: [1] },
            {
              type: 'attachment',
              mediaType: 'image/png',
              name: 'a',
              bytes: 3,
              image: { width: 1, height: 2 },
              source: { type: 'url', url: 'x' },
            },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'hm' },
            { type: 'text', text: 'x', mood: 'good' },
            { type: 'tool_call', id: 'a', name: 'patch', input: 'bare' },
            { type: 'tool_call', id: 'b', name: 'read', input: { path: 'x' }, cwd: '/' },
          ],
        },
        { role: 'tool', content: [{ type: 'tool_result', id: 'a', name: 'patch', output: '', isError: false }] },
        {
          role: 'tool',
          content: [
            {
              type: 'tool_result',
              id: 'b',
              output: [
                { type: 'text', text: 'x' },
                { type: 'image', url: 'y' },
              ],
              isError: true,
            },
          ],
        },
        { role: 'system', content: [{ type: 'text', text: 'note' }] },
        { role: 'assistant', content: [] },
      ],
    },
  ],
};

const CASES = Object.entries(WIRES).flatMap(([id, wires]) => wires.map((wire, index) => [id as DialectId, index, wire] as const));

describe('a full request', () => {
  it.each(CASES)('of %s (%i) is valid, is told by content, and comes back exactly', (id, _, wire) => {
    const dialect = dialectOf(id);
    expect(dialect.validate(wire)).toEqual([]);
    const isTold = JSON.stringify(wire).length > 60;
    if (isTold) expect(detectDialect(wire)?.id).toBe(id);
    expect(dialect.encode(dialect.decode(wire))).toEqual(wire);
  });

  it.each(CASES)('of %s (%i) says the same in every other dialect', (id, _, wire) => {
    const decoded = dialectOf(id).decode(wire);
    for (const other of Object.keys(WIRES) as DialectId[]) {
      const dialect = dialectOf(other);
      expect(dialect.validate(dialect.encode(decoded))).toEqual([]);
    }
  });

  it.each(CASES)('of %s (%i) is not changed by decoding or encoding', (id, _, wire) => {
    const before = JSON.stringify(wire);
    const dialect = dialectOf(id);
    dialect.encode(dialect.decode(wire));
    expect(JSON.stringify(wire)).toBe(before);
  });
});

describe('what decoding finds', () => {
  it('puts system text and tools into the frame', () => {
    for (const id of Object.keys(WIRES) as DialectId[]) {
      const wire = WIRES[id].find((candidate) => JSON.stringify(candidate).includes('Be brief.')) as Json;
      expect(dialectOf(id).decode(wire).frame.system).toContain('Be brief.');
    }
    expect(dialectOf('anthropic').decode(WIRES.anthropic[1] as Json).frame.tools?.[0]).toMatchObject({
      name: 'read',
      description: 'Reads',
      parameters: schema,
    });
    expect(
      dialectOf('gemini')
        .decode(WIRES.gemini[0] as Json)
        .frame.tools?.map((tool) => tool.name),
    ).toEqual(['read', 'bare', 'json', 'googleSearch']);
  });

  it('reads the pixel size of an image that is sent', () => {
    for (const id of ['openai-chat', 'openai-responses', 'gemini'] as const) {
      const wire = WIRES[id].find((candidate) => JSON.stringify(candidate).includes(PNG)) as Json;
      const parts = dialectOf(id)
        .decode(wire)
        .messages.flatMap((message) => message.parts);
      expect(parts.find((part) => part.type === 'attachment' && part.image)).toMatchObject({ image: { width: 2, height: 3 } });
    }
  });
});
