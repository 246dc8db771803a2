import { expect, it } from 'vitest';
import { userMessage } from './user-message.ts';

const file = (name: string, mediaType: string, bytes: number) => ({
  name,
  mediaType,
  bytes,
  dataUrl: `data:${mediaType};base64,${'QUJD'.repeat(bytes / 3)}`,
});

it('refuses more text than any model takes, wherever it stands, and takes pictures that are larger', () => {
  const text = 'many words '.repeat(900_000);
  expect(() => userMessage({ text })).toThrow('more than 8 MB');
  expect(() => userMessage({ parts: [{ type: 'text', text }] })).toThrow('more than 8 MB');
  expect(() => userMessage({ attachments: [file('a.txt', 'text/plain', 5e6), file('b', 'application/x', 5e6)] })).toThrow(
    'more than 8 MB',
  );
  const { parts } = userMessage({
    text: 'Look.',
    attachments: [file('a.png', 'image/png', 9e6), file('b.mp4', 'video/mp4', 9e6)],
  });
  expect(parts.map(({ type }) => type)).toEqual(['text', 'attachment', 'attachment']);
});
