import { expandPastes } from '@tenfold/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Editor, EMPTY_EDITOR, edited, erased, jumped, moved, pasted, typed } from './editor.ts';

const long = 'word '.repeat(60);

describe('the editor', () => {
  it('keeps the caret inside the text whatever is pressed', () => {
    const press = fc.constantFrom<(editor: Editor) => Editor>(
      (editor) => moved(editor, -1),
      (editor) => moved(editor, 1),
      erased,
      (editor) => jumped(editor, 'start'),
      (editor) => jumped(editor, 'end'),
      (editor) => pasted(editor, long),
      (editor) => typed(editor, '👩‍👩‍👧é'),
      (editor) => edited(editor, 'x', {}),
    );
    fc.assert(
      fc.property(fc.array(press, { maxLength: 30 }), (presses) => {
        const editor = presses.reduce((now, next) => next(now), EMPTY_EDITOR);
        expect(editor.caret).toBeGreaterThanOrEqual(0);
        expect(editor.caret).toBeLessThanOrEqual(editor.composition.text.length);
        expect(editor.composition.text.isWellFormed()).toBe(true);
      }),
    );
  });

  it('shows a long paste as a mark and sends what it stands for', () => {
    const editor = typed(pasted(typed(EMPTY_EDITOR, 'see '), long), '!');
    expect(editor.composition.text).toBe('see [LongText#1]!');
    expect(expandPastes(editor.composition)).toBe(`see ${long}!`);
  });

  it('erases a letter as people see it, and a mark as a whole', () => {
    expect(erased(typed(EMPTY_EDITOR, 'a👩‍👩‍👧')).composition.text).toBe('a');
    expect(erased(pasted(typed(EMPTY_EDITOR, 'a'), long))).toMatchObject({ composition: { text: 'a', pastes: [] }, caret: 1 });
  });

  it('types in the middle', () => {
    expect(typed(moved(typed(EMPTY_EDITOR, 'ac'), -1), 'b').composition.text).toBe('abc');
  });
});
