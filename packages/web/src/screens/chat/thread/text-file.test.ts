import { expect, it } from 'vitest';
import { textFileIn } from './text-file.ts';

it('knows a text file from words', () => {
  expect(textFileIn('[File note (1).txt (text/plain, 12 bytes)]\nhello\nthere')).toEqual({
    name: 'note (1).txt',
    mediaType: 'text/plain',
    bytes: 12,
    text: 'hello\nthere',
  });
  for (const words of ['hello', '[File x]', 'See [File a.txt (text/plain, 1 bytes)]\nx']) expect(textFileIn(words)).toBeNull();
});
