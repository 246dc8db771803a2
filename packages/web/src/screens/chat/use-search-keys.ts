import { type RefObject, useEffect } from 'react';
import { currentKeymap, meantKey } from '../../state/keymap.ts';

/** ⌘F or Ctrl F opens our search, which sees what the page does not draw; pressed again inside it, the browser's own opens. */
export function useSearchKeys(fieldRef: RefObject<HTMLInputElement | null>, open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
      if (meantKey(currentKeymap(), `mod ${event.key.toLowerCase()}`) !== 'mod f') return;
      if (document.activeElement === fieldRef.current && fieldRef.current !== null) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [fieldRef, open]);
}
