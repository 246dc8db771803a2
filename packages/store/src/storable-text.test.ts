import { expect, it } from 'vitest';
import { storableText } from './storable.ts';

it('leaves text alone but for what no database takes', () => {
  expect(storableText('Zürich 東京 😀\n')).toBe('Zürich 東京 😀\n');
  expect(storableText('a\0b \ud83d c \ude00')).toBe('a\u{FFFD}b \u{FFFD} c \u{FFFD}');
  const message = JSON.stringify({ text: 'a\0b \ud83d' });
  expect(storableText(message)).toBe(message);
});
