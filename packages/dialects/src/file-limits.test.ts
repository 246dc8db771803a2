import { type Attachment, type Message, type Part, textMessage } from '@tenfold/core';
import { expect, it } from 'vitest';
import { actualType } from './file-kind.ts';
import { type FileLimits, withinLimits } from './file-limits.ts';

/** What a PNG of a size begins with. */
function png(width: number, height = 1): string {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
}
const file = (name: string, data: string, mediaType = 'image/png'): Attachment => ({
  type: 'attachment',
  mediaType,
  name,
  source: { type: 'base64', data },
});
const user = (...parts: Attachment[]): Message => ({ role: 'user', parts });

/** Names of the files that are sent, and the message of each that is not. */
function sent(messages: readonly Message[], limits: FileLimits) {
  const { messages: fitting, leftOut } = withinLimits(messages, limits);
  const files = fitting.flatMap(({ parts }) =>
    parts.flatMap((part): readonly Part[] =>
      part.type === 'tool-result' && typeof part.output !== 'string' ? part.output : [part],
    ),
  );
  return { files: files.flatMap((part) => (part.type === 'attachment' ? (part.name ?? '') : [])).join(' '), leftOut, fitting };
}

it('sends the newest of too many files, and names the others', () => {
  const list = [user(file('a', png(1)), file('b', png(1))), textMessage('assistant', 'x'), user(file('c', png(1)))];
  expect(sent(list, { images: 2 })).toMatchObject({ files: 'b c', leftOut: [0] });
  expect(sent(list, { images: 2 }).fitting[0]?.parts[0]).toEqual({ type: 'text', text: '[Attachment a, image/png]' });
  expect(sent(list, { files: 1 })).toMatchObject({ files: 'c', leftOut: [0, 0] });
  expect(sent(list, { documents: 0 }).fitting).toBe(list);
});

it('counts files in results of tools, and says a result of nothing but names as text', () => {
  const look: Message = { role: 'tool', parts: [{ type: 'tool-result', id: 'c', output: [file('a', png(1))] }] };
  const { files, leftOut, fitting } = sent([look, user(file('b', png(1)))], { images: 1 });
  expect([files, leftOut]).toEqual(['b', [0]]);
  expect(fitting[0]?.parts[0]).toMatchObject({ output: '[Attachment a, image/png]' });
});

it('leaves out what is too long or too large by itself, however few there are', () => {
  const list = [
    user(file('a', `${png(1)}AAAA`), file('b', png(10)), file('c', png(1, 11)), file('d', 'JVBERi0x', 'application/pdf')),
  ];
  expect(sent(list, { imageLetters: 44, side: 10 })).toMatchObject({ files: 'b d', leftOut: [0, 0] });
  expect(sent(list, { documentLetters: 7 }).files).toBe('a b c');
  expect(sent(list, { letters: 60 }).files).toBe('c d');
});

it('goes by the size that an image has, not by the one that is said of it', () => {
  const list = [user({ ...file('a', png(9_000)), image: { width: 1, height: 1 } })];
  expect(sent(list, { side: 8_000 }).files).toBe('');
});

it('sends fewer images where one of them is too large for many', () => {
  const small = ['a', 'b', 'c'].map((name) => user(file(name, png(1))));
  const many = { images: 2, side: 100 };
  expect(sent(small, { many }).files).toBe('a b c');
  expect(sent([...small, user(file('d', png(101)))], { many }).files).toBe('c d');
});

it('knows pictures by their first bytes', () => {
  expect(actualType('image/png', png(1))).toBe('image/png');
  expect(actualType('image/png', '/9j/4AAQ')).toBe('image/jpeg');
  expect(actualType('image/jpg', '/9j/4AAQ')).toBe('image/jpeg');
  expect(actualType('image/*', 'R0lGODlh')).toBe('image/gif');
  expect(actualType('image/jpeg', 'UklGRhwAAABXRUJQVlA4')).toBe('image/webp');
  expect(actualType('image/png', 'PGh0bWw+')).toBeUndefined();
  expect(actualType('application/pdf', 'CgolUERGLTEuNA==')).toBe('application/pdf');
  expect(actualType('application/pdf', 'PGh0bWw+')).toBeUndefined();
  expect(actualType('image/heic', 'AAAA')).toBe('image/heic');
});
