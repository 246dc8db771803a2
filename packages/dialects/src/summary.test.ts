import {
  budgetOf,
  condenseLoop,
  conversationOf,
  counterFor,
  dryRun,
  type Json,
  type Message,
  project,
  render,
  SUMMARY_PREFIX,
  transcriptOf,
  truncation,
} from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import type { DialectId } from './dialect.ts';
import { dialectOf, dialects } from './registry.ts';

const summary = `${SUMMARY_PREFIX}\nwhat went before`;
const messages: readonly Message[] = [
  { role: 'user', parts: [{ type: 'text', text: 'opening' }] },
  { role: 'summary', parts: [{ type: 'text', text: summary }] },
  { role: 'assistant', parts: [{ type: 'text', text: 'kept' }] },
  { role: 'user', parts: [{ type: 'text', text: 'now' }] },
];
const encode = (id: DialectId, summaryRole?: 'user' | 'system') =>
  dialectOf(id).encode({ frame: { system: 'rules' }, messages }, summaryRole === undefined ? {} : { summaryRole });

describe('a summary', () => {
  it('is a system message in place for OpenAI', () => {
    expect((encode('openai-chat') as { messages: Json[] }).messages[2]).toEqual({ role: 'system', content: summary });
    expect((encode('openai-responses') as { input: Json[] }).input[1]).toEqual({ role: 'system', content: summary });
    expect((encode('jsonl') as { messages: Json[] }).messages[2]).toEqual({
      role: 'system',
      content: [{ type: 'text', text: summary }],
    });
  });

  it('speaks as developer where the conversation does', () => {
    const chat = dialectOf('openai-chat');
    const decoded = chat.decode({ messages: [{ role: 'developer', content: 'rules' }] });
    expect((chat.encode({ ...decoded, messages }) as { messages: Json[] }).messages[2]).toEqual({
      role: 'developer',
      content: summary,
    });
    const responses = dialectOf('openai-responses');
    const items = responses.decode({ input: [{ role: 'developer', content: 'rules' }] });
    expect((responses.encode({ ...items, messages }) as { input: Json[] }).input[2]).toEqual({
      role: 'developer',
      content: summary,
    });
  });

  it('is a text block of a user turn for APIs that take no system message in place', () => {
    expect((encode('anthropic') as { messages: Json[] }).messages[0]).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: 'opening' },
        { type: 'text', text: summary },
      ],
    });
    expect((encode('gemini') as { contents: Json[] }).contents[0]).toEqual({
      role: 'user',
      parts: [{ text: 'opening' }, { text: summary }],
    });
    expect((encode('ai-sdk') as { messages: Json[] }).messages[1]).toEqual({
      role: 'user',
      content: [{ type: 'text', text: summary }],
    });
  });

  it('never makes two user contents follow each other for Gemini', () => {
    const said = (role: Message['role'], text: string): Message => ({ role, parts: [{ type: 'text', text }] });
    const list = [
      said('summary', summary),
      said('user', 'ask'),
      said('summary', summary),
      said('user', 'more'),
      said('assistant', 'x'),
    ];
    const { contents } = dialectOf('gemini').encode({ frame: {}, messages: [...list, said('user', 'now')] }) as {
      contents: { role: string; parts: Json[] }[];
    };
    expect(contents.map(({ role, parts }) => [role, parts.length])).toEqual([
      ['user', 4],
      ['model', 1],
      ['user', 1],
    ]);
  });

  it('lets an old Claude go on without thinking where its running loop has none', () => {
    const call = { type: 'tool-call', id: 'a', name: 'read', input: {} } as const;
    const wire = dialectOf('anthropic').decode({
      model: 'claude-sonnet-4-5',
      thinking: { type: 'enabled', budget_tokens: 1_024 },
      messages: [{ role: 'user', content: 'x' }],
    });
    const loop: readonly Message[] = [
      ...wire.messages,
      { role: 'assistant', parts: [call] },
      { role: 'tool', parts: [{ type: 'tool-result', id: 'a', output: 'ok' }] },
    ];
    const body = dialectOf('anthropic').encode({ ...wire, messages: loop }) as Record<string, Json>;
    expect(body.thinking).toBeUndefined();
    expect(dialectOf('anthropic').validate(body)).toEqual([]);
    expect(dialectOf('anthropic').encode(wire)).toHaveProperty('thinking');
  });

  it.each(dialects.map((dialect) => dialect.id))('is a user turn everywhere when asked: %s', (id) => {
    const wire = encode(id, 'user') as Record<string, Json>;
    const list = (wire.messages ?? wire.contents ?? wire.input) as { role: string }[];
    expect(list.find((message) => JSON.stringify(message).includes(SUMMARY_PREFIX))?.role).toBe('user');
  });

  it.each(dialects.map((dialect) => dialect.id))('never enters the system text of %s, not even when it stands first', (id) => {
    const dialect = dialectOf(id);
    const wire = dialect.encode({ frame: { system: 'rules' }, messages: messages.slice(1) }) as Record<string, Json>;
    for (const field of ['system', 'systemInstruction', 'instructions'])
      expect(JSON.stringify(wire[field] ?? '')).not.toContain(SUMMARY_PREFIX);
    expect(dialect.decode(wire).frame.system).toBe('rules');
    expect(JSON.stringify(dialect.decode(wire).messages)).toContain(SUMMARY_PREFIX);
  });
});

describe('a stand-in', () => {
  const decoded = dialectOf('anthropic').decode({
    tools: [{ name: 'read', input_schema: { type: 'object' } }],
    messages: [
      { role: 'user', content: 'x' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'long thoughts', signature: 'sig' },
          { type: 'tool_use', id: 'a', name: 'read', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'long' }] }] },
    ],
  });

  it('for a result is a string, whatever the result was', () => {
    const folded = decoded.messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) => (part.type === 'tool-result' ? { ...part, output: 'short' } : part)),
    }));
    const wire = dialectOf('anthropic').encode({ ...decoded, messages: folded }) as { messages: { content: Json[] }[] };
    expect(wire.messages[2]?.content[0]).toEqual({ type: 'tool_result', tool_use_id: 'a', content: 'short' });
  });

  it('for signed thinking is text: an altered block would be refused', () => {
    const folded = decoded.messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) => (part.type === 'reasoning' ? { ...part, text: 'short' } : part)),
    }));
    const wire = dialectOf('anthropic').encode({ ...decoded, messages: folded }) as { messages: { content: Json[] }[] };
    expect(wire.messages[1]?.content[0]).toEqual({ type: 'text', text: '[Reasoning, kept as text]\nshort' });
  });

  it('for JSON output of the AI SDK is text, unless it is JSON itself', () => {
    const sdk = dialectOf('ai-sdk');
    const list = sdk.decode([
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'read', input: {} }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'read', output: { type: 'json', value: { many: 'things' } } },
        ],
      },
    ]);
    const folded = list.messages.map((message) => ({
      ...message,
      parts: message.parts.map((part) => (part.type === 'tool-result' ? { ...part, output: 'few' } : part)),
    }));
    expect((sdk.encode({ ...list, messages: folded }) as { content: Json[] }[])[1]?.content[0]).toMatchObject({
      output: { type: 'text', value: 'few' },
    });
  });
});

describe('what one request alone could not hold', () => {
  it('keeps the newest four cache marks of Anthropic', () => {
    const parts = Array.from({ length: 6 }, (_, index) => ({
      type: 'text' as const,
      text: `t${index}`,
      extra: { anthropic: { fields: { cache_control: { type: 'ephemeral' } } } },
    }));
    const wire = dialectOf('anthropic').encode({ frame: {}, messages: [{ role: 'user', parts }] }) as {
      messages: { content: { cache_control?: Json }[] }[];
    };
    expect(wire.messages[0]?.content.map((block) => block.cache_control !== undefined)).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });

  it('sends files of results along as the user where results are text only', () => {
    const list: readonly Message[] = [
      { role: 'assistant', parts: [{ type: 'tool-call', id: 'a', name: 'shot', input: {} }] },
      {
        role: 'tool',
        parts: [
          {
            type: 'tool-result',
            id: 'a',
            output: [{ type: 'attachment', mediaType: 'image/png', source: { type: 'base64', data: 'AAAA' } }],
          },
        ],
      },
    ];
    const chat = dialectOf('openai-chat').encode({ frame: {}, messages: list }) as { messages: Json[] };
    expect(chat.messages.at(-1)).toEqual({
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
    });
    const contents = dialectOf('gemini').encode({ frame: {}, messages: list }) as { contents: Json[] };
    expect(contents.contents.at(-1)).toMatchObject({
      role: 'user',
      parts: [{ functionResponse: { name: 'shot' } }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
    });
  });

  it('keeps the signature of a Gemini call whose arguments are cut', () => {
    const gemini = dialectOf('gemini');
    const said = (text: string) => ({ role: 'user', parts: [{ text }] });
    const step = (index: number) => [
      {
        role: 'model',
        parts: [
          {
            functionCall: { name: 'write', args: { path: `src/${index}.ts`, content: `line ${index}\n`.repeat(400) } },
            thoughtSignature: `signature-${index}`,
          },
          { functionCall: { name: 'read', args: { path: `src/${index}.ts` } } },
        ],
      },
      {
        role: 'user',
        parts: ['write', 'read'].map((name) => ({ functionResponse: { name, response: { output: 'ok' } } })),
      },
    ];
    const wire = {
      model: 'gemini-3-pro',
      contents: [said('Go.'), ...Array.from({ length: 8 }, (_, index) => step(index)).flat()],
    };
    const decoded = gemini.decode(wire);
    const conversation = conversationOf(transcriptOf(decoded.messages), decoded.frame);
    const plan = {
      conversation,
      strategy: truncation,
      passes: truncation.passes({ ...truncation.config.defaults, preserveRecentCount: 2 }),
    };
    const terms = { budget: budgetOf(20_000), count: counterFor('gemini-3-pro'), goal: 3_000, limit: null, askRoom: 0 };
    const folded = dryRun(condenseLoop({ ...plan, ...terms }));
    expect(folded.folds.length).toBeGreaterThan(3);
    const body = gemini.encode({ ...decoded, messages: render(project(folded.conversation)) }) as {
      contents: { role: string; parts: { thoughtSignature?: string; functionCall?: { args: { content?: string } } }[] }[];
    };
    const calls = body.contents.filter(({ role }) => role === 'model').map(({ parts }) => parts[0]);
    expect(calls.map((call) => call?.thoughtSignature)).toEqual(Array.from({ length: 8 }, (_, index) => `signature-${index}`));
    expect(calls[0]?.functionCall?.args.content?.length).toBeLessThan(2_000);
    expect(gemini.validate(body as unknown as Json)).toEqual([]);
  });

  it('signs calls for Gemini models that check', () => {
    const gemini = dialectOf('gemini');
    const decoded = gemini.decode({ model: 'gemini-3-pro', contents: [{ role: 'user', parts: [{ text: 'x' }] }] });
    const list: readonly Message[] = [
      ...decoded.messages,
      {
        role: 'assistant',
        parts: [
          { type: 'tool-call', id: 'a', name: 'read', input: {} },
          { type: 'tool-call', id: 'b', name: 'read', input: {} },
        ],
      },
    ];
    const wire = gemini.encode({ ...decoded, messages: list }) as { contents: { parts: { thoughtSignature?: string }[] }[] };
    expect(wire.contents[1]?.parts.map((part) => part.thoughtSignature)).toEqual(['skip_thought_signature_validator', undefined]);
  });
});
