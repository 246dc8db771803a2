import { type Composition, EMPTY_COMPOSITION, graphemeStart, pasteInto, typeInto } from '@tenfold/core';

/** What is being typed and where the caret stands. */
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
  if (caret === 0) return { composition, caret };
  const next = typeInto(composition, graphemeStart(composition.text, caret - 1), caret, '');
  return { composition: next, caret: Math.max(0, caret - (composition.text.length - next.text.length)) };
}

/** The editor with the caret one letter to the left or right. */
export function moved(editor: Editor, by: -1 | 1): Editor {
  const { text } = editor.composition;
  if (by < 0) return { ...editor, caret: editor.caret === 0 ? 0 : graphemeStart(text, editor.caret - 1) };
  let next = editor.caret + 1;
  while (next < text.length && graphemeStart(text, next) <= editor.caret) next++;
  return { ...editor, caret: Math.min(next, text.length) };
}

/** The editor with the caret on the line above (-1) or below (1); nothing where that is no line of it. */
export function lineMoved(editor: Editor, by: -1 | 1): Editor | undefined {
  const { text } = editor.composition;
  const start = text.lastIndexOf('\n', editor.caret - 1) + 1;
  const end = text.indexOf('\n', editor.caret);
  if (by < 0 ? start === 0 : end < 0) return undefined;
  const column = editor.caret - start;
  const other = by < 0 ? text.lastIndexOf('\n', start - 2) + 1 : end + 1;
  const otherEnd = text.indexOf('\n', other);
  const caret = Math.min(other + column, otherEnd < 0 ? text.length : otherEnd);
  return { ...editor, caret: caret === text.length ? caret : graphemeStart(text, caret) };
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
