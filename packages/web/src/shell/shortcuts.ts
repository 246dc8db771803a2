import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { defaultKeybindingsHandlerIgnore, tinykeys } from 'tinykeys';
import { bareKey, ownKey, useKeymap } from '../state/keymap.ts';
import { PLACES } from './places.ts';

/** Keys that work everywhere: `g` and a letter to go, the palette, the help. They rest while typing, except those with ⌘ or Ctrl. */
export function useShortcuts({ palette, help }: { palette: () => void; help: () => void }): void {
  const navigate = useNavigate();
  const { session } = useParams({ strict: false });
  const map = useKeymap();
  useEffect(() => {
    const own = (name: string) => bareKey(ownKey(map, name));
    const places = PLACES.map(({ key, link }) => [
      `[Shift]+${own('g')} [Shift]+${own(`go ${key}`)}`,
      (event: KeyboardEvent) => {
        const to = link(session);
        if (to === null) return;
        event.preventDefault();
        void navigate(to as Parameters<typeof navigate>[0]);
      },
    ]);
    const rest = tinykeys(
      window,
      {
        ...Object.fromEntries(places),
        [`[Shift]+${own('?')}`]: (event: KeyboardEvent) => {
          event.preventDefault();
          help();
        },
      },
      { ignore: isBusy },
    );
    const always = tinykeys(
      window,
      {
        [`$mod+${own('mod k')}`]: (event: KeyboardEvent) => {
          event.preventDefault();
          palette();
        },
      },
      { ignore: () => false },
    );
    return () => {
      rest();
      always();
    };
  }, [navigate, session, palette, help, map]);
}

/** Whether a key belongs to something smaller than the page. */
function isBusy(event: KeyboardEvent): boolean {
  const inside = event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"], [role="listbox"]');
  return Boolean(inside) || defaultKeybindingsHandlerIgnore(event);
}
