import { type Message, type Part, textMessage } from '@tenfold/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainTalk, type SendRules, sendable } from './sendable.ts';
import { wireName } from './wire-id.ts';

const RULES: SendRules = {
  ids: { refused: /[^a-z]/g, max: 8, scope: 'conversation' },
  toolName: (name) => wireName(name, /[^a-z]/g, 8),
  takesFile: ({ mediaType }, where) => mediaType === 'image/gif' && where === 'message',
  base64: (data) => (/^[A-Za-z0-9+/]+={0,2}$/.test(data) ? data : undefined),
  takesThinking: ({ extra }, isRunning) => isRunning || extra !== undefined,
  summaryInPlace: false,
  joins: 'parts',
};

const user = (...parts: Part[]): Message => ({ role: 'user', parts });
const model = (...parts: Part[]): Message => ({ role: 'assistant', parts });
const said = (text: string): Part => ({ type: 'text', text });
const base64 = (text: string) => ({ type: 'base64', data: Buffer.from(text).toString('base64') });

function send(messages: readonly Message[], rules: Partial<SendRules> = {}) {
  const sent = sendable(messages, { ...RULES, ...rules });
  return { ...sent, what: sent.mendings.map(({ what, at }) => `${at}: ${what}`) };
}

describe('a conversation that an API takes', () => {
  it('comes back as it is, and nothing is said of it', () => {
    const call = model({ type: 'tool-call', id: 'a', name: 'read', input: {} });
    const result: Message = { role: 'tool', parts: [{ type: 'tool-result', id: 'a', output: 'x' }] };
    const list = [user(said('a')), call, result, model(said('b')), user(said('c'))];
    const { messages, mendings } = send(list);
    expect(messages.map((message, at) => message === list[at])).toEqual([true, true, true, true, true]);
    expect(mendings).toEqual([]);
  });

  it('is told at a glance where only words take turns: all that is done to others would leave it as it is', () => {
    const words = fc.array(fc.constantFrom('a', 'b c', ' ', '').map(said), { maxLength: 2 });
    const talk = fc.array(fc.record({ role: fc.constantFrom('user', 'assistant', 'tool'), parts: words }), { maxLength: 5 });
    fc.assert(
      fc.property(talk as fc.Arbitrary<Message[]>, (list) => {
        const { messages, mendings } = send(list);
        const isSame = messages.length === list.length && messages.every((message, at) => message === list[at]);
        expect(isPlainTalk(list)).toBe(isSame && mendings.length === 0 && list.every(({ role }) => role !== 'tool'));
      }),
      { numRuns: 500 },
    );
  });

  it('has a mark where an answer or a question says nothing, so that roles still take turns', () => {
    const { messages, what } = send([user(said('a')), model(), user(said(' ')), model(said('\n')), user(said('b'))]);
    expect(messages.map(({ parts: [part] }) => part)).toEqual(
      ['a', '[No answer followed]', '[Empty message]', '[No answer followed]', 'b'].map(said),
    );
    expect(what).toEqual([
      '1: empty message marked',
      '2: blank text left out',
      '2: empty message marked',
      '3: blank text left out',
      '3: empty message marked',
    ]);
  });

  it('leaves out thinking that cannot go back, and never ends an answer with thinking', () => {
    const bare: Part = { type: 'reasoning', text: 'hm' };
    const signed: Part = { type: 'reasoning', text: 'so', extra: { signed: true } };
    const { messages, what } = send([
      user(said('a')),
      model(bare, said('b')),
      user(said('c')),
      model(signed),
      user(said('d')),
      model(bare, said('e')),
    ]);
    expect(messages.map(({ parts }) => parts.map(({ type }) => type).join())).toEqual([
      'text',
      'text',
      'text',
      'reasoning,text',
      'text',
      'reasoning,text',
      'text',
    ]);
    expect(what).toEqual(['1: thinking left out', '6: end marked']);
  });

  it('begins and ends with the user', () => {
    const { messages } = send([model(said('a'))]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(send([]).messages).toHaveLength(1);
  });

  it('names tools and calls in the spelling of the API, and pairs them', () => {
    const { messages, what } = send([
      user(said('a')),
      model({ type: 'tool-call', id: 'X 1', name: 'na me!', input: {} }),
      user(said('b')),
    ]);
    expect(messages[1]?.parts).toEqual([{ type: 'tool-call', id: '___', name: 'na_me_', input: {} }]);
    expect(messages[2]).toMatchObject({ role: 'tool', parts: [{ id: '___' }] });
    expect(what).toEqual(['1: tool name changed', '1: tool call or result mended']);
  });

  it('says text files as text, with name, type and size before them, and others by name where they are not taken', () => {
    const file = (mediaType: string, text: string): Part => ({
      type: 'attachment',
      mediaType,
      name: 'n',
      bytes: text.length,
      source: base64(text),
    });
    const { messages, what } = send([
      user(file('application/json', '{"ü": 1}'), file('image/gif', 'GIF8'), file('application/zip', 'y')),
    ]);
    expect(messages[0]?.parts).toEqual([
      said('[File n (application/json, 8 bytes)]\n{"ü": 1}'),
      file('image/gif', 'GIF8'),
      said('[Attachment n, application/zip, 1 bytes]'),
    ]);
    expect(what).toEqual(['0: file sent as text', '0: file sent by name only']);
  });

  it('joins what one role says in a row: by parts, or into one text; a summary that keeps its place stays alone', () => {
    const summary = textMessage('summary', 'S');
    const list = [user(said('a')), summary, textMessage('system', 'b'), user(said('c'))];
    expect(send(list).messages).toEqual([user(said('a'), said('S'), said('[System message]\nb'), said('c'))]);
    expect(send(list, { joins: 'text' }).messages).toEqual([user(said('a\n\nS\n\n[System message]\nb\n\nc'))]);
    expect(send(list, { summaryInPlace: true }).messages.map(({ role }) => role)).toEqual(['user', 'summary', 'user']);
  });
});
