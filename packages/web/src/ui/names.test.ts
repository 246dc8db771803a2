import { expect, it } from 'vitest';
import { modelInSentence, modelName, OFFLINE, sessionName } from './names.ts';

it('is the title, else what was said last, else that it is new', () => {
  expect(sessionName({ title: 'Retries', lastMessage: 'jitter' })).toBe('Retries');
  expect(sessionName({ title: '  ', lastMessage: 'jitter' })).toBe('jitter');
  expect(sessionName({ title: '', lastMessage: null })).toBe('New conversation');
});

it('is read in the order it is written', () => {
  expect(sessionName({ title: '\u202egnp.exe\u202c' })).toBe('gnp.exe');
});

it('is without who serves the model, and in words for the one that answers offline', () => {
  expect(modelName('openai:gpt-4o')).toBe('gpt-4o');
  expect(modelName(OFFLINE)).toBe('Offline model');
  expect(modelInSentence('openai:gpt-4o')).toBe('gpt-4o');
  expect(modelInSentence(OFFLINE)).toBe('the offline model');
});
