import { followField, LONG_PASTE, pasteInto } from '@tenfold/core';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useDraft } from './draft.ts';
import type { DraftTokens } from './draft-tokens.ts';
import { type Completion, completions as completionsOf, isComplete } from './slash.ts';
import type { Draft } from './written.ts';

const TWICE_MS = 600;

/** What is being written, and what comes of it. */
export interface Writing {
  readonly tokens: DraftTokens;
  /** What sending it comes to, in words. */
  readonly outlook: string;
  readonly answering: boolean;
  readonly fieldRef: RefObject<HTMLTextAreaElement | null>;
  readonly submit: () => void;
  readonly onStop: () => void;
  readonly onRewind: () => void;
}

/** What typing, pasting and keys do to a draft. */
export function useComposition({ fieldRef, submit, answering, onStop, onRewind }: Writing) {
  const [draft, change] = useDraft();
  const { text } = draft.composition;
  const [active, setActive] = useState(0);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const [chosen, setChosen] = useState(false);
  const caret = useRef<number | null>(null);
  const escapedAt = useRef(Number.NEGATIVE_INFINITY);
  const completions = useMemo(() => (closedFor === text ? [] : completionsOf(text)), [closedFor, text]);
  const at = Math.min(active, Math.max(0, completions.length - 1));

  useLayoutEffect(() => {
    if (caret.current === null) return;
    fieldRef.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const write = (composition: Draft['composition'], place: number) => {
    caret.current = place;
    setActive(0);
    setChosen(false);
    change((now) => ({ ...now, composition }));
  };
  const take = ({ line }: Completion) => {
    write({ text: line, pastes: [], next: draft.composition.next }, line.length);
    setClosedFor(isComplete(line) ? line : null);
    fieldRef.current?.focus();
  };
  const typed = ({ target: { value, selectionStart } }: ChangeEvent<HTMLTextAreaElement>) => {
    const next = followField(draft.composition, value, selectionStart);
    // Where the field and the composition agree the browser keeps the caret by itself.
    write(next, next.text === value ? selectionStart : Math.max(0, selectionStart - (value.length - next.text.length)));
    setClosedFor(null);
  };
  const pasted = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const words = event.clipboardData.getData('text/plain').replace(/\r\n?/g, '\n');
    if (words.length <= LONG_PASTE) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const next = pasteInto(draft.composition, selectionStart, selectionEnd, words);
    write(next, next.text.length - (text.length - Math.max(selectionStart, selectionEnd)));
  };
  const send = () => {
    // A command that is refused stays in the field, under the reason: what it could go on with would cover that.
    setClosedFor(text);
    submit();
  };
  const escaped = (event: KeyboardEvent) => {
    event.preventDefault();
    if (completions.length > 0) return setClosedFor(text);
    if (answering) return onStop();
    const twice = event.timeStamp - escapedAt.current < TWICE_MS;
    escapedAt.current = event.timeStamp;
    if (twice && text === '') onRewind();
  };
  const pressed = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const current = completions[at];
    if (event.key === 'Escape') escaped(event);
    else if (current !== undefined && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setChosen(true);
      setActive((at + (event.key === 'ArrowDown' ? 1 : -1) + completions.length) % completions.length);
    } else if (current !== undefined && event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      take(current);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (current !== undefined && (chosen || !isComplete(text))) take(current);
      else send();
    }
  };
  return { completions, active: at, take, submit: send, handlers: { onChange: typed, onPaste: pasted, onKeyDown: pressed } };
}
