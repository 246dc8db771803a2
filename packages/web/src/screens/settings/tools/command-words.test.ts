import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commandLine, wordsIn } from './command-words.ts';

it('keeps words together that quotes hold', () => {
  expect(wordsIn(`npx "my server" --in='a b' c`)).toEqual(['npx', 'my server', '--in=a b', 'c']);
});

it('reads every command back that it wrote', () => {
  const word = fc.string({ minLength: 1 }).filter((text) => !text.includes("'"));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (words) => {
      expect(wordsIn(commandLine(words))).toEqual(words);
    }),
  );
});
