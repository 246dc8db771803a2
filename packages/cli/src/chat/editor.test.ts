import { expandPastes, markAround } from '@tenfold/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Editor, EMPTY_EDITOR, edited, erased, jumped, lineMoved, moved, pasted, typed } from './editor.ts';

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
      (editor) => typed(editor, '\n'),
      (editor) => typed(editor, '\u0301'),
      (editor) => lineMoved(editor, -1) ?? editor,
      (editor) => lineMoved(editor, 1) ?? editor,
      (editor) => edited(editor, 'x', {}),
    );
    fc.assert(
      fc.property(fc.array(press, { maxLength: 30 }), (presses) => {
        const editor = presses.reduce((now, next) => next(now), EMPTY_EDITOR);
        expect(editor.caret).toBeGreaterThanOrEqual(0);
        expect(editor.caret).toBeLessThanOrEqual(editor.composition.text.length);
        expect(editor.composition.text.isWellFormed()).toBe(true);
        expect(markAround(editor.composition, editor.caret)).toBeUndefined();
        const { composition, caret } = typed(editor, 'here');
        expect(composition.text.slice(0, caret)).toBe(`${editor.composition.text.slice(0, editor.caret)}here`);
      }),
      { numRuns: 500 },
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

  it('steps over a mark as over one letter, and types where the caret is seen', () => {
    const editor = pasted(typed(EMPTY_EDITOR, 'a'), long);
    expect(moved(editor, -1).caret).toBe(1);
    expect(moved(moved(editor, -1), 1)).toEqual(editor);
    expect(typed(moved(editor, -1), 'b')).toMatchObject({ composition: { text: 'ab[LongText#1]' }, caret: 2 });
    expect(erased(typed(editor, '\u0301'))).toEqual(editor);
  });

  it('goes from line to line, and says where there is none', () => {
    const editor = typed(EMPTY_EDITOR, 'first line\nsec\n\nlast');
    const up = (now: Editor | undefined) => now && lineMoved(now, -1);
    const carets = [editor, up(editor), up(up(editor)), up(up(up(editor))), up(up(up(up(editor))))].map((now) => now?.caret);
    expect(carets).toEqual([20, 15, 11, 0, undefined]);
    expect(lineMoved(editor, 1)).toBeUndefined();
    expect(lineMoved({ ...editor, caret: 8 }, 1)?.caret).toBe(14);
    expect(lineMoved(EMPTY_EDITOR, -1)).toBeUndefined();
  });

  it('types in the middle', () => {
    expect(typed(moved(typed(EMPTY_EDITOR, 'ac'), -1), 'b').composition.text).toBe('abc');
  });
});
