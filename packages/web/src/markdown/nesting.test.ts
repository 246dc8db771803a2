import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isTooNested } from './nesting.ts';
import { readBlocks, readElements } from './read-markdown.ts';

const LEVELS = 3_000;
const HARMFUL: readonly (readonly [string, string])[] = [
  ['quotations', `${'> '.repeat(LEVELS)}a`],
  ['quotations without spaces', `${'>'.repeat(LEVELS)}a`],
  ['items', `${'- '.repeat(LEVELS)}a`],
  ['numbered items', `${'1. '.repeat(LEVELS)}a`],
  ['emphasis', `${'*a **b '.repeat(LEVELS)}c${'** a*'.repeat(LEVELS)}`],
  ['emphasis over lines', `${'*a **b\n'.repeat(LEVELS)}c${'** a*\n'.repeat(LEVELS)}`],
  ['emphasis in one mark', `${'**'.repeat(LEVELS)}x${'**'.repeat(LEVELS)}`],
  ['crossed-out text', `${'~~a *b '.repeat(LEVELS)}c${'* b~~'.repeat(LEVELS)}`],
  ['marks within words', 'a~'.repeat(LEVELS)],
  ['links', `${'['.repeat(LEVELS)}a${'](x)'.repeat(LEVELS)}`],
  ['stars within words', 'a*'.repeat(LEVELS)],
];

it.each(HARMFUL)('thousands of %s are shown as they were written', (_, text) => {
  expect(isTooNested(text)).toBe(true);
  expect(readBlocks(text)).toEqual([]);
  expect(readElements(text).children).toMatchObject([{ tagName: 'p', children: [{ value: text }] }]);
});

it('what people and models write is no such text', () => {
  const block = fc.constantFrom(
    'Some *words* and **strong** ones, `*code*` and ~~none~~.',
    '- one\n  - two\n    - three',
    '> quoted\n> > twice',
    '```c\nchar *a, **b;\n```',
    'snake_case_names and 2 * 3 * 4',
    '***\n---\n___',
    '1. first\n2. second',
    '| a | b |\n|---|---|\n| *c* | d |',
  );
  fc.assert(
    fc.property(fc.array(block, { maxLength: 40 }), (blocks) => {
      expect(isTooNested(blocks.join('\n\n'))).toBe(false);
    }),
  );
  expect(isTooNested(`\`\`\`c\n${'char *a; '.repeat(3_000)}x*\n\`\`\``)).toBe(false);
  expect(isTooNested('*'.repeat(90))).toBe(false);
});
