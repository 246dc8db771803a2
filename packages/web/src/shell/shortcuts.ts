import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { defaultKeybindingsHandlerIgnore, tinykeys } from 'tinykeys';
import { PLACES } from './places.ts';

/** Keys that work everywhere: `g` and a letter to go, the palette, the help. They rest while typing, except those with ⌘ or Ctrl. */
export function useShortcuts({ palette, help }: { palette: () => void; help: () => void }): void {
  const navigate = useNavigate();
  const { session } = useParams({ strict: false });
  useEffect(() => {
    const places = PLACES.map(({ key, link }) => [
      `g ${key}`,
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
        '[Shift]+?': (event) => {
          event.preventDefault();
          help();
        },
      },
      { ignore: isBusy },
    );
    const always = tinykeys(
      window,
      {
        '$mod+k': (event) => {
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
  }, [navigate, session, palette, help]);
}

/** Whether a key belongs to something smaller than the page. */
function isBusy(event: KeyboardEvent): boolean {
  const inside = event.target instanceof Element && event.target.closest('[role="dialog"], [role="menu"], [role="listbox"]');
  return Boolean(inside) || defaultKeybindingsHandlerIgnore(event);
}
