import { bareKey, type Keymap, ownKey } from '../state/keymap.ts';

const MOD = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** The keys people press for one of the app's, as they read them: `Ctrl` and `K`, or `g` and `s`. */
export function shownKeys(map: Keymap, name: string): readonly string[] {
  const own = bareKey(ownKey(map, name));
  if (name.startsWith('mod ')) return [MOD, own.toUpperCase()];
  return name.startsWith('go ') ? [ownKey(map, 'g'), own] : [own];
}
