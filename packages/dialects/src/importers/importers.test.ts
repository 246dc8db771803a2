import { messageText } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { readConversations, writeConversations } from '../conversations.ts';
import type { Decoded } from '../dialect.ts';
import { detectFormat } from '../format.ts';
import { FormatError } from '../format-error.ts';
import { dialects } from '../registry.ts';

const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const outline = (text: string, index = 0) =>
  readConversations(text)[index]?.messages.map(
    ({ role, parts }) =>
      `${role}: ${parts.map((part) => (part.type === 'text' || part.type === 'reasoning' ? part.text : part.type === 'tool-call' || part.type === 'tool-result' ? `${part.type} ${part.id}` : part.type)).join(', ')}`,
  );

const row = (type: 'user' | 'assistant', uuid: string, parentUuid: string | null, content: unknown, more: object = {}) => ({
  type,
  uuid,
  parentUuid,
  sessionId: 's1',
  cwd: '/work',
  message: { role: type, content, ...(type === 'assistant' ? { id: `m-${uuid[0]}` } : {}) },
  ...more,
});
const use = (id: string) => [{ type: 'tool_use', id, name: 'Read', input: {} }];
const back = (id: string) => [{ type: 'tool_result', tool_use_id: id, content: `text of ${id}` }];

describe('Claude Code sessions', () => {
  const session = lines(
    { type: 'summary', summary: 'Mending the gate', leafUuid: 'x' },
    row('user', 'u1', null, 'mend the gate'),
    row('assistant', 'a1', 'u1', [{ type: 'text', text: 'I read' }]),
    row('assistant', 'a2', 'a1', use('t1')),
    row('assistant', 'a3', 'a2', use('t2')),
    row('user', 'u2', 'a2', back('t1')),
    row('user', 'u3', 'a3', back('t2')),
    row('assistant', 'b1', 'u3', [{ type: 'text', text: 'a wrong way' }]),
    row('user', 'u4', 'b1', 'no, back'),
    row('user', 'u5', 'u3', 'another way'),
    row('user', 'side', null, 'of a subagent', { isSidechain: true }),
    { type: 'system', subtype: 'compact_boundary', uuid: 'x1', parentUuid: null, logicalParentUuid: 'u5' },
    row('user', 'u6', 'x1', 'This session is continued', { isCompactSummary: true }),
    row('assistant', 'c1', 'never-written', [{ type: 'text', text: 'done' }]),
    row('user', 'u1', null, 'mend the gate'),
  );

  it('are read along the branch that led to the end, over breaks in its chain', () => {
    expect(detectFormat(session)).toEqual({ container: 'body-lines', dialect: 'jsonl', importedFrom: 'claude-code' });
    expect(outline(session)).toEqual([
      'user: mend the gate',
      'assistant: I read, tool-call t1, tool-call t2',
      'tool: tool-result t1',
      'tool: tool-result t2',
      'user: another way',
      'user: This session is continued',
      'assistant: done',
    ]);
    expect(readConversations(session)[0]).toMatchObject({
      id: 's1',
      rest: { fields: { source: 'claude-code', meta: { title: 'Mending the gate', cwd: '/work' } } },
    });
  });

  it('lose a torn line, never the file', () => {
    const [conversation] = readConversations(`${session}{"type":"user","uuid":"u9","mess`);
    expect(conversation?.skippedLines).toEqual([16]);
    expect(conversation?.messages).toHaveLength(7);
  });

  it('of a subagent alone are read as they are', () => {
    expect(
      outline(
        lines(
          row('user', 'u1', null, 'task', { isSidechain: true }),
          row('assistant', 'a1', 'u1', [{ type: 'text', text: 'ok' }], { isSidechain: true }),
        ),
      ),
    ).toEqual(['user: task', 'assistant: ok']);
  });
});

describe('Codex rollouts', () => {
  const item = (payload: object) => ({ timestamp: 't', type: 'response_item', payload });
  const rollout = lines(
    { timestamp: 't', type: 'session_meta', payload: { id: 'r1', cwd: '/work', cli_version: '1', instructions: 'Be brief.' } },
    { timestamp: 't', type: 'turn_context', payload: { model: 'gpt-5-codex' } },
    item({ type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'House rules.' }] }),
    item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'mend it' }] }),
    { timestamp: 't', type: 'event_msg', payload: { type: 'user_message', message: 'mend it' } },
    item({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'x' }),
    item({ type: 'function_call', call_id: 'c1', name: 'shell', arguments: '{"command":["ls"]}' }),
    item({ type: 'custom_tool_call', call_id: 'c2', name: 'apply_patch', input: '*** Begin' }),
    item({ type: 'function_call_output', call_id: 'c1', output: 'a b' }),
    item({ type: 'custom_tool_call_output', call_id: 'c2', output: 'ok' }),
    { timestamp: 't', type: 'compacted', payload: { message: 'short', replacement_history: [] } },
    item({ type: 'ghost_snapshot', ghost_commit: {} }),
    item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] }),
  );

  it('are read with their instructions, calls and outputs', () => {
    expect(outline(rollout)).toEqual([
      'user: mend it',
      'assistant: hm, tool-call c1, tool-call c2',
      'tool: tool-result c1',
      'tool: tool-result c2',
      'assistant: done',
    ]);
    expect(readConversations(rollout)[0]).toMatchObject({
      id: 'r1',
      frame: { system: 'Be brief.\n\nHouse rules.' },
      model: 'gpt-5-codex',
      rest: { fields: { source: 'codex', meta: { model: 'gpt-5-codex', compactions: 1 } } },
    });
  });

  it('of early versions are read from bare items, or from one value', () => {
    const items = [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'mend it' }] },
      { type: 'local_shell_call', call_id: 'c1', status: 'completed', action: { type: 'exec', command: ['ls'] } },
      { type: 'function_call_output', call_id: 'c1', output: { content: 'a b', success: true } },
    ];
    const head = { id: 'r0', timestamp: 't', instructions: 'Be brief.' };
    const early = lines(head, { record_type: 'state' }, ...items);
    const earliest = JSON.stringify({ session: head, items }, null, 2);
    for (const text of [early, earliest]) {
      expect(detectFormat(text)).toMatchObject({ importedFrom: 'codex' });
      expect(outline(text)).toEqual(['user: mend it', 'assistant: tool-call c1', 'tool: tool-result c1']);
      expect(readConversations(text)[0]).toMatchObject({ id: 'r0', frame: { system: 'Be brief.' } });
    }
  });

  it('without anything said hold no conversation', () => {
    expect(readConversations(lines({ timestamp: 't', type: 'session_meta', payload: { id: 'r1' } }))).toEqual([]);
  });
});

describe('ChatGPT exports', () => {
  const node = (id: string, parent: string | null, role: string | null, content: object, more: object = {}) => ({
    [id]: {
      id,
      parent,
      children: [],
      message: role === null ? null : { id, author: { role, name: null }, content, recipient: 'all', ...more },
    },
  });
  const words = (...parts: unknown[]) => ({ content_type: 'text', parts });
  const export_ = JSON.stringify([
    {
      title: 'Gates',
      conversation_id: 'g1',
      current_node: 'n7',
      mapping: {
        ...node('root', null, null, {}),
        ...node('n0', 'root', 'system', words('')),
        ...node('n1', 'n0', 'system', words('Be brief.')),
        ...node('n2', 'n1', 'user', {
          content_type: 'multimodal_text',
          parts: [
            { content_type: 'image_asset_pointer', asset_pointer: 'file://a', size_bytes: 9, width: 4, height: 5 },
            'look',
            { content_type: 'audio', x: 1 },
          ],
        }),
        ...node('n3', 'n2', 'assistant', { content_type: 'thoughts', thoughts: [{ summary: 'Plan', content: 'count' }] }),
        ...node('n4', 'n3', 'assistant', { content_type: 'code', language: 'python', text: '1 + 1' }, { recipient: 'python' }),
        ...node(
          'n5',
          'n4',
          'tool',
          { content_type: 'execution_output', text: '2' },
          { author: { role: 'tool', name: 'python' } },
        ),
        ...node('side', 'n5', 'assistant', words('another answer')),
        ...node('n6', 'n5', 'assistant', words('It is 2.')),
        ...node('n7', 'n6', 'user', words('thanks')),
      },
    },
    { title: 'Empty', id: 'g2', mapping: { a: { message: null, parent: null } } },
  ]);

  it('are read along the open branch', () => {
    expect(detectFormat(export_)).toMatchObject({ importedFrom: 'chatgpt' });
    expect(outline(export_)).toEqual([
      'user: attachment, look, opaque',
      'assistant: Plan\ncount',
      'assistant: tool-call n4',
      'tool: tool-result n4',
      'assistant: It is 2.',
      'user: thanks',
    ]);
    const [first, second] = readConversations(export_);
    expect(first).toMatchObject({ id: 'g1', frame: { system: 'Be brief.' }, rest: { fields: { meta: { title: 'Gates' } } } });
    expect(second).toMatchObject({ id: 'g2', messages: [] });
  });

  it('are written as plain lines that any API takes', () => {
    for (const conversation of readConversations(export_)) {
      for (const dialect of dialects) expect(dialect.validate(dialect.encode(conversation))).toEqual([]);
      const [again] = readConversations(writeConversations([conversation]));
      expect(again?.messages.map(messageText)).toEqual(conversation.messages.map(messageText));
      expect(again?.format).toEqual({ container: 'body', dialect: 'jsonl' });
    }
  });
});

describe('opencode exports', () => {
  const tool = (callID: string, state: object) => ({ type: 'tool', callID, tool: 'read', state });
  const messages = [
    {
      info: { id: 'm1', role: 'user' },
      parts: [
        { type: 'text', text: 'mend it' },
        { type: 'file', mime: 'image/png', url: 'data:image/png;base64,AAAA', filename: 'a.png' },
      ],
    },
    {
      info: { id: 'm2', role: 'assistant', modelID: 'claude-sonnet-4-5', providerID: 'anthropic' },
      parts: [
        { type: 'step-start' },
        { type: 'reasoning', text: 'hm' },
        tool('t1', { status: 'completed', input: { filePath: 'a' }, output: 'text of a' }),
        tool('t2', { status: 'error', input: {}, error: 'gone' }),
        { type: 'step-finish', reason: 'tool-calls' },
        { type: 'step-start' },
        { type: 'text', text: 'done' },
        { type: 'patch', hash: 'x', files: [] },
      ],
    },
    { info: { id: 'm3', role: 'assistant' }, parts: [tool('t3', { status: 'running', input: {} })] },
  ];

  it('are read step by step, from an export or from the bare list', () => {
    const session = JSON.stringify({ info: { id: 'ses_1', title: 'Gate', directory: '/work' }, messages }, null, 2);
    for (const text of [session, JSON.stringify(messages)]) {
      expect(detectFormat(text)).toMatchObject({ importedFrom: 'opencode' });
      expect(outline(text)).toEqual([
        'user: mend it, attachment',
        'assistant: hm, tool-call t1, tool-call t2',
        'tool: tool-result t1, tool-result t2',
        'assistant: done',
        'assistant: tool-call t3',
      ]);
    }
    expect(readConversations(session)[0]).toMatchObject({ id: 'ses_1', model: 'claude-sonnet-4-5' });
    expect(readConversations(session)[0]?.messages[2]?.parts[1]).toMatchObject({ isError: true, output: 'gone' });
  });
});

describe('messages of AI SDK chats', () => {
  const messages = [
    { id: '1', role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
    {
      id: '2',
      role: 'user',
      parts: [
        { type: 'text', text: 'mend it' },
        { type: 'file', mediaType: 'image/png', url: 'https://a/b.png' },
      ],
    },
    {
      id: '3',
      role: 'assistant',
      metadata: { x: 1 },
      parts: [
        { type: 'step-start' },
        { type: 'tool-read', toolCallId: 't1', state: 'output-available', input: { path: 'a' }, output: { text: 'b' } },
        { type: 'dynamic-tool', toolName: 'find', toolCallId: 't2', state: 'output-error', input: {}, errorText: 'gone' },
        { type: 'source-url', sourceId: 's', url: 'https://a' },
        { type: 'data-weather', data: {} },
        { type: 'text', text: 'done', state: 'done' },
        {
          type: 'tool-write',
          toolCallId: 't3',
          state: 'output-denied',
          input: {},
          approval: { id: 'x', approved: false, reason: 'no' },
        },
        { type: 'tool-invocation', toolInvocation: { toolCallId: 't4', toolName: 'old', state: 'call', args: {} } },
      ],
    },
  ];

  it('are read step by step, and never taken for another format', () => {
    for (const text of [JSON.stringify(messages), JSON.stringify({ id: 'c', messages }, null, 2), lines(...messages)]) {
      expect(detectFormat(text)).toMatchObject({ importedFrom: 'ai-sdk-ui' });
      expect(outline(text)).toEqual([
        'user: mend it, attachment',
        'assistant: tool-call t1, tool-call t2',
        'tool: tool-result t1, tool-result t2',
        'assistant: done, tool-call t3, tool-call t4',
        'tool: tool-result t3',
      ]);
      const [conversation] = readConversations(text);
      expect(conversation?.frame).toEqual({ system: 'Be brief.' });
      expect(conversation?.messages[2]?.parts[0]).toMatchObject({ name: 'read', output: '{"text":"b"}' });
      expect(conversation?.messages[4]?.parts[0]).toMatchObject({ output: 'no', isError: true });
      for (const dialect of dialects) expect(dialect.validate(dialect.encode(conversation as Decoded))).toEqual([]);
    }
  });
});

it('reads or refuses what brings names that every object has', () => {
  for (const odd of [{ toString: -1 }, [{ toString: null, valueOf: 7 }], 'constructor', '__proto__', 'toString'])
    for (const text of [
      lines({ type: odd, payload: {} }, { type: odd, uuid: odd, message: { role: odd, content: odd } }),
      JSON.stringify({ messages: [{ role: odd, parts: [{ type: odd, state: odd, toolCallId: odd }], content: odd }] }),
      JSON.stringify({ messages: [{ role: 'assistant', parts: [{ type: 'tool-x', state: odd, toolCallId: 'c', input: odd }] }] }),
      JSON.stringify({ contents: [{ role: odd, parts: [{ constructor: odd }] }], input: odd }),
    ])
      try {
        readConversations(text);
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
});
