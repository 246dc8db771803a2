import { bareKey, type Keymap, ownKey } from '../state/keymap.ts';

/** Whether shortcuts go with ⌘; elsewhere they go with Ctrl. */
export const IS_APPLE = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys people press for one of the app's, as they read them: `Ctrl` and `K`, or `g` and `s`. */
export function shownKeys(map: Keymap, name: string): readonly string[] {
  const own = bareKey(ownKey(map, name));
  if (name.startsWith('mod ')) return [IS_APPLE ? '⌘' : 'Ctrl', own.toUpperCase()];
  return name.startsWith('go ') ? [ownKey(map, 'g'), own] : [own];
}
