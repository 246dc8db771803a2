import { type Composition, EMPTY_COMPOSITION, graphemeStart, markAround, pasteInto, typeInto } from '@tenfold/core';

/** What is being typed and where the caret stands: never inside a mark, which is one letter to who types. */
export interface Editor {
  readonly composition: Composition;
  readonly caret: number;
}

/** Nothing typed yet. */
export const EMPTY_EDITOR: Editor = { composition: EMPTY_COMPOSITION, caret: 0 };

/** The editor after typing at the caret. */
export function typed({ composition, caret }: Editor, text: string): Editor {
  return { composition: typeInto(composition, caret, caret, text), caret: caret + text.length };
}

/** The editor after a paste at the caret; a long one becomes a mark. */
export function pasted({ composition, caret }: Editor, text: string): Editor {
  const next = pasteInto(composition, caret, caret, text);
  return { composition: next, caret: caret + next.text.length - composition.text.length };
}

/** The editor after deleting what stands before the caret: one letter as people see it, or a whole mark. */
export function erased({ composition, caret }: Editor): Editor {
  const from = letterBefore({ composition, caret });
  return { composition: typeInto(composition, from, caret, ''), caret: from };
}

/** The editor with the caret one letter, or one mark, to the left or right. */
export function moved(editor: Editor, by: -1 | 1): Editor {
  const { text } = editor.composition;
  if (by < 0) return { ...editor, caret: letterBefore(editor) };
  let next = Math.min(editor.caret + 1, text.length);
  while (next < text.length && graphemeStart(text, next) <= editor.caret) next++;
  return { ...editor, caret: markAround(editor.composition, next)?.to ?? next };
}

/** Where the letter or the mark before the caret begins. An accent typed behind a mark belongs to no letter of it. */
function letterBefore({ composition, caret }: Editor): number {
  if (caret === 0) return 0;
  const start = graphemeStart(composition.text, caret - 1);
  const mark = markAround(composition, start);
  if (!mark) return start;
  return mark.to < caret ? mark.to : mark.from;
}

/** The editor with the caret on the line above (-1) or below (1); nothing where that is no line of it. */
export function lineMoved(editor: Editor, by: -1 | 1): Editor | undefined {
  const { text } = editor.composition;
  const start = text.lastIndexOf('\n', editor.caret - 1) + 1;
  const end = text.indexOf('\n', editor.caret);
  if (by < 0 ? start === 0 : end < 0) return undefined;
  const at = editor.caret - start;
  const other = by < 0 ? text.lastIndexOf('\n', start - 2) + 1 : end + 1;
  const otherEnd = text.indexOf('\n', other);
  const column = Math.min(other + at, otherEnd < 0 ? text.length : otherEnd);
  const caret = column === text.length ? column : graphemeStart(text, column);
  return { ...editor, caret: markAround(editor.composition, caret)?.to ?? caret };
}

/** Keys an editor knows, as the terminal reports them. */
export type EditorKey = Partial<
  Readonly<
    Record<
      'return' | 'backspace' | 'delete' | 'leftArrow' | 'rightArrow' | 'home' | 'end' | 'ctrl' | 'meta' | 'escape' | 'tab',
      boolean
    >
  >
>;

/** The editor after a key; keys that mean nothing here leave it as it is. */
export function edited(editor: Editor, input: string, key: EditorKey): Editor {
  if (key.return) return typed(editor, '\n');
  if (key.backspace || key.delete) return erased(editor);
  if (key.leftArrow) return moved(editor, -1);
  if (key.rightArrow) return moved(editor, 1);
  if (key.home || (key.ctrl && input === 'a')) return jumped(editor, 'start');
  if (key.end || (key.ctrl && input === 'e')) return jumped(editor, 'end');
  return key.ctrl || key.meta || key.escape || key.tab ? editor : typed(editor, input);
}

/** The editor with the caret at the beginning or the end. */
export function jumped(editor: Editor, to: 'start' | 'end'): Editor {
  return { ...editor, caret: to === 'start' ? 0 : editor.composition.text.length };
}
