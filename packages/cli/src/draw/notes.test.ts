import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawNotes, wrap } from './notes.ts';
import { widthOf } from './width.ts';

it('says each remark once, with how often it was made', () => {
  const remarks = [
    { reason: 'No answer.', times: 2 },
    { reason: 'Too long.', times: 1 },
    { reason: 'No answer.', times: 1 },
  ];
  expect(drawNotes(remarks, 40)).toEqual([' - Note: No answer. (3 times)', ' - Note: Too long.']);
});

it('wraps a list item under its own text', () => {
  expect(wrap(' - Note: one two three', 14)).toEqual([' - Note: one', '   two three']);
  expect(wrap('short', 14)).toEqual(['short']);
});

it('never wraps wider than it may', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 })),
      fc.integer({ min: 8, max: 80 }),
      (words, width) => {
        for (const line of wrap(` - ${words.join(' ')}`, width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
      },
    ),
  );
});
