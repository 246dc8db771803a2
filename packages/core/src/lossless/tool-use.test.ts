import { describe, expect, it } from 'vitest';
import { type Json, type Message, textMessage } from '../message.ts';
import { transcriptOf } from '../transcript.ts';
import { toolKind } from './tool-kinds.ts';
import { toolUsesOf } from './tool-use.ts';

const called = (name: string, input: Json) => {
  const messages: Message[] = [
    { role: 'assistant', parts: [{ type: 'tool-call', id: '1', name, input }] },
    { role: 'tool', parts: [{ type: 'tool-result', id: '1', output: 'x' }] },
  ];
  return toolUsesOf(transcriptOf(messages))[1]?.[0];
};

describe('toolKind', () => {
  it('knows common tools by any case and behind a prefix', () => {
    for (const name of ['Read', 'read_file', 'mcp__files__read_text_file', 'functions.view']) expect(toolKind(name)).toBe('read');
    for (const name of ['readFile', 'read-file', 'mcp_files_read_file']) expect(toolKind(name)).toBe('read');
    expect(toolKind('str-replace')).toBe('edit');
    expect(toolKind('mcp_weather_forecast')).toBeUndefined();
    expect(toolKind('get_weather')).toBeUndefined();
    expect(toolKind('constructor')).toBeUndefined();
    expect(toolKind('peek', { peek: 'read' })).toBe('read');
  });
});

describe('toolUsesOf', () => {
  it.each([
    ['Read', { file_path: './src//a.ts', offset: 10, limit: 5 }, { kind: 'read', path: 'src/a.ts', lines: [10, 14] }],
    ['read_file', { path: 'a', start_line: 3, end_line: 4 }, { kind: 'read', path: 'a', lines: [3, 4] }],
    [
      'str_replace_editor',
      { command: 'view', path: '/a', view_range: [2, -1] },
      { kind: 'read', path: '/a', lines: [2, Number.MAX_SAFE_INTEGER] },
    ],
    ['str_replace_editor', { command: 'str_replace', path: '/a', old_str: 'x', new_str: 'y' }, { kind: 'edit', writes: ['/a'] }],
    ['shell', { command: ['bash', '-lc', 'cat a.ts'] }, { kind: 'read', path: 'a.ts' }],
    ['exec_command', { cmd: "sed -n '1,9p' a.ts" }, { kind: 'read', path: 'a.ts', lines: [1, 9] }],
    [
      'apply_patch',
      '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** End Patch',
      { kind: 'edit', writes: ['src/a.ts'] },
    ],
    ['view_file', { AbsolutePath: 'C:\\a\\b.cs', StartLine: 2, EndLine: 9 }, { kind: 'read', path: 'C:/a/b.cs', lines: [2, 9] }],
    ['read_file', { absolute_path: '/a/b.py', offset: '3', limit: '4' }, { kind: 'read', path: '/a/b.py', lines: [3, 6] }],
    ['book_flight', { id: 1 }, { kind: 'other' }],
  ])('%s', (name, input, use) => {
    expect(called(name, input as Json)).toMatchObject(use);
  });

  it('gives a result the latest call of its id', () => {
    const call = (path: string): Message => ({
      role: 'assistant',
      parts: [{ type: 'tool-call', id: 'same', name: 'Read', input: { path } }],
    });
    const result: Message = { role: 'tool', parts: [{ type: 'tool-result', id: 'same', output: 'x' }] };
    const uses = toolUsesOf(transcriptOf([call('a'), result, call('b'), result]));
    expect([uses[1]?.[0]?.path, uses[3]?.[0]?.path]).toEqual(['a', 'b']);
  });

  it('reads the command of agents that call their shell in plain text', () => {
    const uses = toolUsesOf(
      transcriptOf([
        textMessage('user', 'Fix it.'),
        textMessage('assistant', 'THOUGHT: look\n\n```bash\ncat src/a.ts\n```'),
        textMessage('user', '<returncode>0</returncode>\n<output>\nx\n</output>'),
      ]),
    );
    expect(uses[2]?.[0]).toMatchObject({ kind: 'read', path: 'src/a.ts' });
    expect(uses[0]).toBeUndefined();
  });
});
