import type { Session } from '@tenfold/contract';
import type { RefObject } from 'react';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import type { RowActions } from './row-actions.ts';
import { focusedSession, moveFocus } from './row-focus.ts';

/** The keys of the picker. */
export function useSessionKeys({
  list,
  search,
  sessions,
  actions,
  startNew,
}: {
  list: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  sessions: readonly Session[];
  actions: RowActions;
  startNew: () => void;
}): void {
  const onFocused = (act: 'rename' | 'archive' | 'pin') => {
    const session = sessions.find(({ id }) => id === focusedSession());
    if (session !== undefined) actions[act](session);
  };
  useScreenKeys({
    n: startNew,
    '/': () => search.current?.focus(),
    j: () => moveFocus(list.current, 1),
    k: () => moveFocus(list.current, -1),
    ArrowDown: () => moveFocus(list.current, 1),
    ArrowUp: () => moveFocus(list.current, -1),
    r: () => onFocused('rename'),
    p: () => onFocused('pin'),
    x: () => onFocused('archive'),
  });
}
