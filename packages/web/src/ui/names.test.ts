import { expect, it } from 'vitest';
import { sessionName } from './names.ts';

it('is the title, else what was said last, else that it is new', () => {
  expect(sessionName({ title: 'Retries', lastMessage: 'jitter' })).toBe('Retries');
  expect(sessionName({ title: '  ', lastMessage: 'jitter' })).toBe('jitter');
  expect(sessionName({ title: '', lastMessage: null })).toBe('New conversation');
});

it('is read in the order it is written', () => {
  expect(sessionName({ title: '\u202egnp.exe\u202c' })).toBe('gnp.exe');
});
