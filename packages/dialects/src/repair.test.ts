import type { Message, Part } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { NO_RESULT } from './inert.ts';
import { repair } from './repair.ts';

const once = { max: 40, scope: 'conversation' } as const;
const again = { max: 40, scope: 'turn' } as const;
const call = (id: string, input = 'x'): Part => ({ type: 'tool-call', id, name: 'read', input: { path: input } });
const result = (id: string, output = `result of ${id}`): Part => ({ type: 'tool-result', id, output });
const says = (role: Message['role'], ...parts: Part[]): Message => ({ role, parts });
const words = (text: string): Part => ({ type: 'text', text });
const outline = (messages: readonly Message[]) =>
  messages.map(
    ({ role, parts }) =>
      `${role}: ${parts.map((part) => (part.type === 'tool-call' ? `call ${part.id}` : part.type === 'tool-result' ? `result ${part.id}` : part.type === 'text' ? part.text : part.type)).join(', ')}`,
  );

describe('repair', () => {
  it('takes a result of as many pieces as a body has room for', () => {
    const output = Array.from(
      { length: 200_000 },
      () => ({ type: 'attachment', mediaType: 'image/png', source: { type: 'url', url: 'x' } }) as const,
    );
    const lost: Part = { type: 'tool-result', id: 'gone', output };
    const repaired = repair([says('user', words('hi')), says('tool', lost, lost)], once);
    expect(repaired.flatMap(({ parts }) => parts).length).toBeGreaterThan(400_000);
  });

  it('leaves whole conversations alone, down to the list itself', () => {
    const messages = [
      says('user', words('hi')),
      says('assistant', call('a'), call('b')),
      says('tool', result('b')),
      says('tool', result('a')),
      says('assistant', words('done')),
    ];
    expect(repair(messages, once)).toBe(messages);
  });

  it('answers a call nobody answered', () => {
    const repaired = repair(
      [says('assistant', call('a'), call('b')), says('tool', result('b')), says('user', words('go on'))],
      once,
    );
    expect(outline(repaired)).toEqual(['assistant: call a, call b', 'tool: result b', 'tool: result a', 'user: go on']);
    expect(repaired[2]?.parts[0]).toMatchObject({ output: NO_RESULT, name: 'read' });
  });

  it('lets what was said between a call and its result stand after it', () => {
    const repaired = repair([says('assistant', call('a')), says('user', words('hurry')), says('tool', result('a'))], once);
    expect(outline(repaired)).toEqual(['assistant: call a', 'tool: result a', 'user: hurry']);
  });

  it('brings results to their calls when several messages of the model called', () => {
    const repaired = repair(
      [says('assistant', call('a')), says('assistant', call('b')), says('tool', result('b'), result('a'))],
      once,
    );
    expect(outline(repaired)).toEqual(['assistant: call a', 'tool: result a', 'assistant: call b', 'tool: result b']);
  });

  it('renames an id that was used before, and its result with it', () => {
    const messages = [
      says('assistant', call('a')),
      says('tool', result('a')),
      says('assistant', call('a')),
      says('tool', result('a', 'second')),
    ];
    expect(outline(repair(messages, once))).toEqual([
      'assistant: call a',
      'tool: result a',
      'assistant: call a-2',
      'tool: result a-2',
    ]);
    expect(repair(messages, again)).toBe(messages);
  });

  it('tells equal ids of one turn apart by order', () => {
    const repaired = repair(
      [
        says('assistant', call('a', '1'), call('a', '2')),
        says('tool', result('a', 'first')),
        says('tool', result('a', 'second')),
      ],
      again,
    );
    expect(outline(repaired)).toEqual(['assistant: call a, call a-2', 'tool: result a', 'tool: result a-2']);
    expect(repaired[2]?.parts[0]).toMatchObject({ output: 'second' });
  });

  it('keeps a result without a call as marked text of the user, its files with it', () => {
    const image: Part = { type: 'attachment', mediaType: 'image/png' };
    const orphan: Part = { type: 'tool-result', id: 'gone', name: 'read', output: [{ type: 'text', text: 'words' }, image] };
    const repaired = repair([says('tool', orphan), says('assistant', words('x')), says('tool', result('late'))], once);
    expect(repaired[0]).toEqual({
      role: 'user',
      parts: [words('[Tool result read (gone) without its call, kept as text]'), words('words'), image],
    });
    expect(outline(repaired)[2]).toContain('result of late');
  });

  it('keeps a second result for one call as marked text', () => {
    const repaired = repair([says('assistant', call('a')), says('tool', result('a')), says('tool', result('a', 'twice'))], once);
    expect(outline(repaired).at(-1)).toBe('user: [Tool result (a) without its call, kept as text]\ntwice');
  });

  it('takes calls and thinking in messages of others for text, and results out of the model’s', () => {
    const repaired = repair(
      [says('user', call('a'), { type: 'reasoning', text: 'hm' }), says('assistant', call('b'), result('b'), words('x'))],
      once,
    );
    expect(outline(repaired)).toEqual([
      'user: [Tool call read (a), kept as text]\n{"path":"x"}, [Reasoning, kept as text]\nhm',
      'assistant: call b',
      'tool: result b',
      'assistant: x',
    ]);
  });

  it('gives ids a wire takes, never two the same', () => {
    const ids = ['', ' ', '\ud800', '\ud801', 'x'.repeat(50), `${'x'.repeat(49)}y`, 'a:b', 'a.b'];
    const repaired = repair([says('assistant', ...ids.map((id) => call(id)))], {
      refused: /[^a-z]/g,
      max: 40,
      scope: 'conversation',
    });
    const given = repaired[0]?.parts.map((part) => (part.type === 'tool-call' ? part.id : '')) ?? [];
    expect(new Set(given).size).toBe(ids.length);
    for (const id of given) expect(id).toMatch(/^[a-z_0-9-]{1,40}$/);
  });

  it('takes time in proportion to the conversation', () => {
    const many = Array.from({ length: 20_000 }, () => [says('assistant', call('same')), says('tool', result('same'))]).flat();
    expect(repair(many, once)).toHaveLength(40_000);
  });
});
