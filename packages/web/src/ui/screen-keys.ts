import { useEffect, useRef } from 'react';
import { currentKeymap, meantKey } from '../state/keymap.ts';

/** What single keys do on a screen, by the app's name of the key; people may have moved it. */
export type ScreenKeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const PLACE_PREFIX = 'g';
const PREFIX_MS = 1_000;

/** Single keys for a screen. They rest while typing, in dialogs and menus, with modifiers, and after `g`, which goes places. */
export function useScreenKeys(keys: ScreenKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    let prefixAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      const key = meantKey(currentKeymap(), event.key);
      const afterPrefix = event.timeStamp - prefixAt < PREFIX_MS;
      prefixAt = key === PLACE_PREFIX ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (afterPrefix || event.defaultPrevented || !isFree(event)) return;
      const act = latest.current[key];
      if (act === undefined) return;
      event.preventDefault();
      act(event);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function isFree({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (!(target instanceof Element)) return true;
  if (
    target.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]',
    )
  )
    return false;
  // A focused control keeps the keys that press it.
  return !((key === 'Enter' || key === ' ') && target.closest('a, button, summary, [role="button"]'));
}
