import { expect, it } from 'vitest';
import { diffWords, parsedFile, valueText } from './settings-diff.ts';

it('reads a file, or says that it is none', () => {
  expect(parsedFile('{"a": 1}')).toEqual({ a: 1 });
  expect(parsedFile('a: 1')).toBeNull();
});

it('says what a file would change', () => {
  expect(diffWords({ added: ['x'], changed: [], unchanged: 2 })).toBe('1 new, 0 changed, 2 the same');
  expect(valueText({ a: 1 })).toBe('{\n  "a": 1\n}\n');
  expect(valueText('plain')).toBe('plain\n');
});
