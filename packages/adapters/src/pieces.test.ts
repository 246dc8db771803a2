import { fence, type Message, type Row } from '@tenfold/core';
import { describe, expect, it } from 'vitest';
import { langchainPiece, type Said, summaryFor } from './langchain-message.ts';
import { piecesOf, summaryItem } from './openai-agents-item.ts';
import { type Piece, writePieces } from './pieces.ts';

/** A message class as LangChain has them. */
class Spoken {
  constructor(fields: object) {
    Object.assign(this, { lc_kwargs: fields }, fields);
  }
}

const SAID = [
  { type: 'human', content: 'Find it.' },
  { type: 'ai', content: '', tool_calls: [{ id: 'a', name: 'read', args: { path: 'x' } }] },
  { type: 'tool', content: 'a very long result', tool_call_id: 'a', name: 'read', artifact: { kept: true } },
  {
    type: 'ai',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'text', text: 'It is there.', cache: 1 },
      { type: 'tool_use', id: 'b', name: 'read', input: { path: 'y' } },
    ],
    tool_calls: [{ id: 'b', name: 'read', args: { path: 'y' } }],
  },
  {
    type: 'tool',
    content: [
      { type: 'text', text: 'part' },
      { type: 'image', data: 'AA' },
    ],
    tool_call_id: 'b',
    status: 'error',
  },
].map((fields) => new Spoken(fields) as unknown as Said);

const ITEMS = [
  { type: 'message', role: 'user', content: 'Find it.' },
  { type: 'reasoning', id: 'r1', content: [{ type: 'input_text', text: 'hm' }] },
  { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: 'Looking.' }] },
  { type: 'function_call', callId: 'a', name: 'read', arguments: '{"path":"x"}' },
  { type: 'function_call', callId: 'b', name: 'read', arguments: 'no json' },
  {
    type: 'function_call_result',
    callId: 'a',
    name: 'read',
    status: 'completed',
    output: { type: 'text', text: 'a very long result' },
  },
  {
    type: 'function_call_result',
    callId: 'b',
    name: 'read',
    status: 'completed',
    output: [
      { type: 'input_text', text: 'part' },
      { type: 'input_image', image: 'AA' },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'input_text', text: 'And?' },
      { type: 'input_file', file: 'F' },
    ],
  },
];

function rowsOf(messages: readonly Message[], changed: (message: Message) => Message = (message) => message): readonly Row[] {
  return messages.map((message, index) => ({
    kind: 'entry',
    index,
    entry: { id: `${index}`, message },
    message: changed(message),
    folds: [],
  }));
}

const shorter = (message: Message): Message => ({
  ...message,
  parts: message.parts.map((part) =>
    part.type === 'tool-result'
      ? { ...part, output: 'cut' }
      : part.type === 'tool-call'
        ? { ...part, input: { path: '…' } }
        : part,
  ),
});

describe.each([
  ['LangChain', SAID.map(langchainPiece), SAID, (text: string) => summaryFor(SAID, text)],
  ['OpenAI Agents', piecesOf(ITEMS), ITEMS, summaryItem],
] as [string, Piece<object>[], object[], (text: string) => object][])('items of %s', (_name, pieces, items, summary) => {
  const messages = pieces.map(({ message }) => message);

  it('come back as the very objects that came', () => {
    const written = writePieces(pieces, rowsOf(messages), summary);
    expect(written.every((item, at) => item === items[at])).toBe(true);
    expect(written.length).toBe(items.length);
  });

  it('are read as calls, results and words', () => {
    expect(messages.map(({ role, parts }) => `${role}: ${parts.map(({ type }) => type)}`)).toMatchSnapshot();
  });

  it('say what a fold says, and keep the rest; what came is not touched', () => {
    const copy = structuredClone(items);
    expect(writePieces(pieces, rowsOf(messages, shorter), summary)).toMatchSnapshot();
    expect(structuredClone(items)).toEqual(copy);
  });

  it('lose thinking, and nothing else, where it is left out', () => {
    const without = (message: Message): Message => ({
      ...message,
      parts: message.parts.filter(({ type }) => type !== 'reasoning'),
    });
    const written = JSON.stringify(writePieces(pieces, rowsOf(messages, without), summary));
    expect(written).not.toContain('hm');
    for (const text of ['Find it.', 'a very long result', 'part', 'AA']) expect(written).toContain(text);
  });

  it("have a person's message for a summary", () => {
    const message = fence('It was found.', 'f1', 3);
    const row = { kind: 'stand-in', index: 0, from: 0, to: 2, covers: 3, message } as unknown as Row;
    expect(JSON.stringify(writePieces(pieces, [row], summary))).toContain('It was found.');
  });
});
