import { appState } from './per-session.ts';
import { keepStored, readStored } from './stored.ts';

/**
 * Keys that people moved: the app's name for a key, and the one they press for it. Names are `j` for a single key, `go s` for one
 * after the key that goes places, `mod k` for one with ⌘ or Ctrl. It is a permutation: moving a key onto another swaps the two.
 */
export type Keymap = Readonly<Record<string, string>>;

/** The key people press for one of the app's. */
export function ownKey(map: Keymap, name: string): string {
  return Object.hasOwn(map, name) ? (map[name] ?? name) : name;
}

/** The app's key that a pressed one means. */
export function meantKey(map: Keymap, pressed: string): string {
  return Object.entries(map).find(([, own]) => own === pressed)?.[0] ?? pressed;
}

/** The map after a key was moved; what stood there takes the place that became free. */
export function withMoved(map: Keymap, name: string, to: string): Keymap {
  const stood = meantKey(map, to);
  if (stood === name) return map;
  const next = { ...map, [name]: to, [stood]: ownKey(map, name) };
  return Object.fromEntries(Object.entries(next).filter(([key, own]) => key !== own));
}

/** The bare key of a name: `s` of `go s`. */
export function bareKey(name: string): string {
  return name.split(' ').at(-1) ?? name;
}

/** How a pressed key is named like another one; null for a key that cannot take its place. */
export function namedLike(name: string, { key }: Pick<KeyboardEvent, 'key'>): string | null {
  if (key.length !== 1 || key === ' ') return null;
  const prefix = name.slice(0, name.length - bareKey(name).length);
  return prefix === 'mod ' ? prefix + key.toLowerCase() : prefix + key;
}

const STORED = 'tenfold.keys';
const keymap = appState<Keymap>(recalled());

/** The keys as they are now, in a component. */
export function useKeymap(): Keymap {
  return keymap.use();
}

/** The keys as they are now. */
export function currentKeymap(): Keymap {
  return keymap.get();
}

/** Moves a key, for this browser. */
export function moveKey(name: string, to: string): void {
  keep(withMoved(currentKeymap(), name, to));
}

/** Puts all keys back. */
export function resetKeys(): void {
  keep({});
}

function keep(map: Keymap): void {
  keymap.set(map);
  keepStored('localStorage', STORED, Object.keys(map).length === 0 ? null : map);
}

function recalled(): Keymap {
  const entries = Object.entries(readStored('localStorage', STORED) ?? {}).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  );
  // Replayed one by one, so that whatever was stored it is a permutation again.
  return entries.reduce<Keymap>((map, [name, own]) => withMoved(map, name, own), {});
}
