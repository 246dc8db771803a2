import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marked } from './marked.tsx';

describe('marked', () => {
  it('tells what was found from what is around it', () => {
    expect(marked('try «jitter» instead')).toEqual([
      { text: 'try ', found: false },
      { text: 'jitter', found: true },
      { text: ' instead', found: false },
    ]);
  });
  it('loses no letter but the marks', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '«', '»', ' ', '<b>') }), (snippet) => {
        const shown = marked(snippet).map(({ text, found }) => (found ? `«${text}»` : text));
        expect(shown.join('')).toBe(snippet);
      }),
    );
  });
});
