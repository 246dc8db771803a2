import * as fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { drawElements } from './draw-elements.tsx';
import { MarkdownBody } from './markdown-body.tsx';
import { readElements } from './read-markdown.ts';

const LINES = [
  'A paragraph of words.',
  '# A heading',
  '- one',
  '- two **bold** words',
  '- ',
  '* star',
  '  and more of it',
  '  - inner',
  '    - innermost',
  '1. first',
  '2. second',
  '10. tenth',
  '1) another',
  '- [ ] to do',
  '- [x] done',
  '- > quoted',
  '- ```',
  '   - by three',
  '- # heading',
  '---',
  '> quoted',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '    far in',
  '',
];
/** What opens no list inside a paragraph, the reader takes for none behind indented code either. */
const BEHIND_CODE = /^ {4}.*\n\s*(?:[2-9]|10|- *$)/m;
const text = fc
  .array(fc.constantFrom(...LINES), { maxLength: 12 })
  .map((lines) => lines.join('\n'))
  .filter((whole) => !BEHIND_CODE.test(whole));

/** Without what holds a block or marks a list of things to do, and what stands between elements. */
const bare = (html: string) => html.replaceAll(/<\/?div>| class="contains-task-list"| id="[^"]*"|\n/g, '');

it('a text read block by block, and its lists item by item, is the same as one read whole', () => {
  fc.assert(
    fc.property(text, (whole) => {
      const drawn = renderToStaticMarkup(createElement(MarkdownBody, { text: whole }));
      const read = renderToStaticMarkup(createElement('div', { className: 'markdown' }, drawElements(readElements(whole))));
      expect(bare(drawn)).toBe(bare(read));
    }),
  );
});
