import { expect, it } from 'vitest';
import { keyWords } from './key-words.ts';

it.each([
  ['openai', true, 'stored', 'Key set ✓'],
  ['openai', true, 'environment', 'Key from environment OPENAI_API_KEY'],
  ['openai', true, null, 'Key cannot be read, enter it again'],
  ['openai', false, null, 'No key'],
  ['openai-compatible', false, null, 'No key needed'],
] as const)('%s with %s, %s: %s', (provider, hasKey, keyFrom, text) => {
  expect(keyWords({ provider, hasKey, keyFrom, keyHeldBack: null }).text).toBe(text);
});

it.each([
  ['stored', 'Key is for https://a, enter it again'],
  ['environment', 'Key of the environment not sent to this host'],
] as const)('says why a %s key is not sent', (from, text) => {
  const keyHeldBack = { from, holder: 'https://a' };
  expect(keyWords({ provider: 'openai', hasKey: false, keyFrom: null, keyHeldBack }).text).toBe(text);
});
