import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Composition, EMPTY_COMPOSITION, expandPastes, followField, markOf, pasteInto, typeInto } from './paste.ts';

const long = fc.string({ minLength: 201, maxLength: 260 });
const typed = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('[LongText#1]', '[LongText#2]', '[', ']', 'LongText#1]'));
type Step = { readonly at: number; readonly remove: number; readonly insert: string; readonly how: 'type' | 'paste' };
const step: fc.Arbitrary<Step> = fc.record({
  at: fc.nat(400),
  remove: fc.oneof(fc.constant(0), fc.nat(30)),
  insert: fc.oneof(typed, long),
  how: fc.constantFrom('type', 'paste'),
});

// The model: a list of cells, one for each typed unit and one for each long paste. What is sent is their join.
type Cell = { readonly shown: string; readonly sent: string };
const units = (text: string): Cell[] => text.split('').map((unit) => ({ shown: unit, sent: unit }));
const shownBy = (cells: readonly Cell[]) => cells.map((cell) => cell.shown).join('');

function cellsAfter(cells: readonly Cell[], { at, remove, insert, how }: Step, mark: string): readonly Cell[] {
  const text = shownBy(cells);
  const from = Math.min(at, text.length);
  const to = Math.min(from + remove, text.length);
  const before: Cell[] = [];
  const after: Cell[] = [];
  let position = 0;
  for (const cell of cells) {
    const end = position + cell.shown.length;
    if (end <= from || (from === to && position < from)) before.push(cell);
    else if (position >= to) after.push(cell);
    position = end;
  }
  const isMark = how === 'paste' && [...insert].length > 200;
  return [...before, ...(isMark ? [{ shown: mark, sent: insert }] : units(insert)), ...after];
}

function play(steps: readonly Step[], check: (composition: Composition, cells: readonly Cell[]) => void) {
  let composition = EMPTY_COMPOSITION;
  let cells: readonly Cell[] = [];
  for (const each of steps) {
    cells = cellsAfter(cells, each, markOf({ number: composition.next }));
    const change = each.how === 'paste' ? pasteInto : typeInto;
    composition = change(composition, each.at, each.at + each.remove, each.insert);
    check(composition, cells);
  }
}

describe('paste', () => {
  it('sends exactly what was typed and pasted, through any edits', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) =>
        play(steps, (composition, cells) => {
          expect(composition.text).toBe(shownBy(cells));
          expect(expandPastes(composition)).toBe(cells.map((cell) => cell.sent).join(''));
        }),
      ),
      { numRuns: 1_000 },
    );
  });

  it('expands to the text with the paste in it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ maxLength: 500 }), (before, after, pasted) => {
        const composed = pasteInto(typeInto(EMPTY_COMPOSITION, 0, 0, before + after), before.length, before.length, pasted);
        expect(expandPastes(composed)).toBe(before + pasted + after);
      }),
    );
  });

  it('survives being stored at any moment', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), (steps) =>
        play(steps, (composition) => expect(JSON.parse(JSON.stringify(composition))).toEqual(composition)),
      ),
    );
  });

  it('follows a text field that only tells its text and caret', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 10 }), step, (steps, last) => {
        let composition = EMPTY_COMPOSITION;
        play(steps, (reached) => {
          composition = reached;
        });
        const { text } = composition;
        const from = Math.min(last.at, text.length);
        const to = Math.min(from + last.remove, text.length);
        const cutsMark = composition.pastes.some(({ at, number }) => {
          const end = at + markOf({ number }).length;
          return (from > at && from < end) || (to > at && to < end);
        });
        // Typing a bracket over a mark looks like removing the rest of it: a field's text alone cannot tell.
        const looksCut = last.insert.includes('[') && composition.pastes.some(({ at }) => at >= from && at < to);
        fc.pre(!cutsMark && !looksCut);
        const field = text.slice(0, from) + last.insert + text.slice(to);
        const followed = followField(composition, field, from + last.insert.length);
        expect(followed.text).toBe(field);
        expect(expandPastes(followed)).toBe(expandPastes(typeInto(composition, from, to, last.insert)));
      }),
      { numRuns: 1_000 },
    );
  });

  it('leaves 200 characters alone and marks 201, however many bytes a character has', () => {
    for (const character of ['a', '語', '😀']) {
      expect(pasteInto(EMPTY_COMPOSITION, 0, 0, character.repeat(200)).text).toBe(character.repeat(200));
      expect(pasteInto(EMPTY_COMPOSITION, 0, 0, character.repeat(201)).text).toBe('[LongText#1]');
    }
  });

  it('numbers marks in the order of pasting and never reuses a number', () => {
    const first = pasteInto(EMPTY_COMPOSITION, 0, 0, 'a'.repeat(300));
    const second = pasteInto(first, 0, 0, 'b'.repeat(300));
    expect(second.text).toBe('[LongText#2][LongText#1]');
    const removed = typeInto(second, 12, 24, '');
    expect(pasteInto(removed, 0, 0, 'c'.repeat(300)).text).toBe('[LongText#3][LongText#2]');
    expect(expandPastes(removed)).toBe('b'.repeat(300));
  });

  it('leaves the same text alone when it was typed by hand', () => {
    const pasted = pasteInto(EMPTY_COMPOSITION, 0, 0, 'x'.repeat(300));
    const both = typeInto(pasted, 12, 12, ' and [LongText#1]');
    expect(both.text).toBe('[LongText#1] and [LongText#1]');
    expect(expandPastes(both)).toBe(`${'x'.repeat(300)} and [LongText#1]`);
  });

  it('removes a mark whole when a piece of it is removed, and types behind one that is typed into', () => {
    const marked = pasteInto(typeInto(EMPTY_COMPOSITION, 0, 0, 'see '), 4, 4, 'x'.repeat(300));
    expect(typeInto(marked, 15, 16, '')).toMatchObject({ text: 'see ', pastes: [] });
    expect(typeInto(marked, 8, 8, '!').text).toBe('see [LongText#1]!');
    expect(followField(marked, 'see [LongText#1', 15).text).toBe('see ');
    expect(followField(marked, 'see [[LongText#1]', 5).text).toBe('see [[LongText#1]');
  });

  it('forgives positions outside the text', () => {
    const composition = typeInto(EMPTY_COMPOSITION, 0, 0, 'abc');
    expect(typeInto(composition, 99, -5, 'x').text).toBe('x');
    expect(typeInto(composition, Number.NaN, 1, 'x').text).toBe('xbc');
    expect(followField(composition, 'axc', 99).text).toBe('axc');
    expect(followField(composition, 'xbc', 2).text).toBe('xbc');
    expect(followField(composition, 'ab-', 1).text).toBe('ab-');
  });
});
