import { type Keymap, ownKey, useKeymap } from '../state/keymap.ts';
import { Kbd } from './kbd.tsx';

/** The keys of a screen, where there is a keyboard to expect. */
export function KeyHints({ hints }: { hints: Readonly<Record<string, string>> }) {
  const map = useKeymap();
  return (
    <footer className="hidden shrink-0 flex-wrap gap-x-4 gap-y-1 border-line border-t bg-surface px-4 py-1.5 text-ink-faint text-xs md:flex">
      {Object.entries(hints).map(([key, does]) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <Kbd>{shown(map, key)}</Kbd>
          {does}
        </span>
      ))}
    </footer>
  );
}

/** Single keys as people press them; arrows and the like as they are. */
function shown(map: Keymap, keys: string): string {
  return keys
    .split(' ')
    .map((key) => ownKey(map, key))
    .join(' ');
}
