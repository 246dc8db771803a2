import { describe, expect, it } from 'vitest';
import type { Conversation } from './conversation.ts';
import { conversationReader, readConversations } from './conversations.ts';
import { FormatError } from './format-error.ts';
import type { Sliced } from './slices.ts';

const message = (text: string) => JSON.stringify({ role: 'user', content: text });

/** What a reader in slices makes of a text, and the largest share of it that lay between two yields. */
function readInSlices(text: string, piece: number) {
  const reader = conversationReader({ unreadable: 'skip', source: false });
  let slices = 0;
  const conversations: Conversation[] = [];
  const drive = (work: Sliced<readonly Conversation[]>) => {
    for (;;) {
      const { done, value } = work.next();
      if (done) return conversations.push(...(value as readonly Conversation[]));
      slices++;
    }
  };
  for (let at = 0; at < text.length; at += piece) drive(reader.push(text.slice(at, at + piece)));
  drive(reader.end());
  const { count, lines } = reader.skipped;
  const told = count === 0 ? {} : { skippedLines: lines, skippedCount: count };
  return { conversations: conversations.map((read, at) => (at === 0 ? { ...read, ...told } : read)), slices };
}

describe('a file of records', () => {
  it('is refused after a few lines when it is prose, however long it is', () => {
    const reader = conversationReader({ unreadable: 'skip' });
    const pushes = () => {
      let pushed = 0;
      try {
        for (; pushed < 1_000; pushed++) for (const _ of reader.push('a\n'.repeat(8_000)));
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
        expect((error as FormatError).line).toBe(1);
      }
      return pushed;
    };
    expect(pushes()).toBeLessThan(3);
  });

  it.each([
    ['broken objects', '{a}\n', /more than 10000 lines that are none/],
    ['numbers', '1\n', /the value 1/],
    ['empty objects', '{}\n', /more than 1000000 records/],
  ])('is refused before it takes much room: %s without end', (_, line, found) => {
    const lines = `${message('hello')}\n${line.repeat(1_100_000)}`;
    const text = found.source.includes('value') ? line.repeat(1_100_000) : lines;
    expect(() => readConversations(text, { unreadable: 'skip', source: false })).toThrow(found);
  });

  it('names a thousand unreadable lines and counts the rest', () => {
    const [conversation] = readConversations(`${message('hello')}\n${'prose\n'.repeat(5_000)}`, { unreadable: 'skip' });
    expect(conversation?.messages).toHaveLength(1);
    expect(conversation?.skippedLines).toHaveLength(1_000);
    expect(conversation?.skippedCount).toBe(5_000);
  });

  it('is the same read whole or in pieces of any size, long lines and indented values too', () => {
    const long = message('x'.repeat(3_000_000));
    const body = { id: 'a', source: 's', messages: Array.from({ length: 300 }, (_, at) => ({ role: 'user', content: `${at}` })) };
    const files = [
      `${message('a')}\n{"torn\n${long}\n${message('b')}\n`,
      `{"torn":\n${message('a')}\n${message('b')}`,
      JSON.stringify(body, null, 2),
      JSON.stringify({ ...body, extra: 'y'.repeat(2_000_000) }),
      `\ufeff\r\n${message('a')}\r\n`,
    ];
    for (const text of files) {
      const whole = readConversations(text, { unreadable: 'skip', source: false });
      for (const piece of [7_777, 100_000, text.length]) expect(readInSlices(text, piece).conversations).toEqual(whole);
    }
  });

  it('is read in slices to the end', () => {
    const messages = Array.from({ length: 20_000 }, (_, at) => ({ role: 'user', content: `${at}` }));
    const { conversations, slices } = readInSlices(JSON.stringify({ messages }, null, 1), 1_000_000);
    expect(conversations[0]?.messages).toHaveLength(20_000);
    expect(slices).toBeGreaterThan(20_000 / 256);
  });

  it('ends where rows of Claude Code name each other as parents, and in time that grows with them only', () => {
    const row = (uuid: string, parentUuid: string | null, type = 'user') => ({
      type,
      uuid,
      parentUuid,
      message: { role: 'user', content: uuid },
    });
    const circle = [row('a', 'x'), row('x', 'y', 'note'), row('y', 'x', 'note'), row('b', 'x')];
    const [conversation] = readConversations(circle.map((line) => JSON.stringify(line)).join('\n'));
    expect(conversation?.messages).toHaveLength(2);
    const same = Array.from({ length: 30_000 }, (_, at) => ({
      ...row(`${at}`, at === 0 ? null : `${at - 1}`, 'assistant'),
      message: { id: 'one', role: 'assistant', content: [{ type: 'text', text: '.' }] },
    }));
    expect(readConversations(same.map((line) => JSON.stringify(line)).join('\n'))[0]?.messages[0]?.parts).toHaveLength(30_000);
  });
});
