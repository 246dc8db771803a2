import { useEffect, useRef } from 'react';
import { currentKeymap, meantKey } from '../state/keymap.ts';
import { IS_APPLE } from './shown-keys.ts';

/** What keys do, by the app's names of them: `j`, `go s` for one after the key that goes places, `mod k` with ⌘ or Ctrl. */
export type ScreenKeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const PLACE_PREFIX = 'g';
const PREFIX_MS = 1_000;

/** Keys for a screen, or for all of them; people may have moved them. Those without ⌘ or Ctrl rest while typing, in dialogs and menus. */
export function useScreenKeys(keys: ScreenKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    let prefixAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      const afterPrefix = event.timeStamp - prefixAt < PREFIX_MS;
      prefixAt = Number.NEGATIVE_INFINITY;
      if (event.defaultPrevented || !isFree(event)) return;
      const key = keyName(event, afterPrefix);
      if (key === PLACE_PREFIX) prefixAt = event.timeStamp;
      const act = latest.current[key];
      if (act === undefined) return;
      event.preventDefault();
      act(event);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

/** The app's name of a pressed key. */
export function keyName(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  afterPrefix = false,
): string {
  const pressed = (IS_APPLE ? metaKey : ctrlKey) ? `mod ${key.toLowerCase()}` : afterPrefix ? `go ${key}` : key;
  return meantKey(currentKeymap(), pressed);
}

function isFree({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  const [mod, otherMod] = IS_APPLE ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (altKey || otherMod) return false;
  if (mod) return !shiftKey;
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
