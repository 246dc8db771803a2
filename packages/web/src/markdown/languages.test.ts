import { expect, it } from 'vitest';
import { kindName } from '../ui/names.ts';
import { highlight } from './highlight.ts';
import { GRAMMARS, languageOf } from './languages.ts';

it('knows languages by their usual names, and no others', () => {
  expect(['ts', 'TypeScript', 'py', 'shell', 'golang'].map(languageOf)).toEqual([
    'typescript',
    'typescript',
    'python',
    'bash',
    'go',
  ]);
  for (const language of GRAMMARS.keys()) expect(languageOf(language)).toBe(language);
  expect(languageOf('klingon')).toBeNull();
});

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('takes %s for what it is, a word', async (name) => {
  expect(languageOf(name)).toBeNull();
  await expect(highlight('1 + 1', name)).rejects.toThrow(`No grammar for ${name}.`);
  expect(kindName(name).toLowerCase()).toBe(name.toLowerCase());
});
