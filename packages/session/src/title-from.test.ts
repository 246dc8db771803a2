import { textMessage } from '@tenfold/core';
import { expect, it } from 'vitest';
import { titleFrom } from './title-from.ts';

it('[H16] the title of a book is that of its beginning', () => {
  const words = 'How do windows keep their count, and where is it kept when they close? ';
  const { title } = titleFrom(textMessage('user', `${' \n'.repeat(5_000)}${words}${'and so on '.repeat(400_000)}`));
  expect(title).toBe('How do windows keep their count, and where is it kept when…');
  expect(titleFrom(textMessage('user', words))).toEqual({ title });
});
