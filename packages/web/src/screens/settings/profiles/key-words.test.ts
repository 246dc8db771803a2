import { expect, it } from 'vitest';
import { keyWords } from './key-words.ts';

it.each([
  ['openai', true, 'stored', 'Key set ✓'],
  ['openai', true, 'environment', 'Key from environment OPENAI_API_KEY'],
  ['openai', true, null, 'Key cannot be read, enter it again'],
  ['openai', false, null, 'No key'],
  ['openai-compatible', false, null, 'No key needed'],
] as const)('%s with %s, %s: %s', (provider, hasKey, keyFrom, text) => {
  expect(keyWords({ provider, hasKey, keyFrom }).text).toBe(text);
});
