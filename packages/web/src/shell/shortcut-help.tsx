import { Fragment, useEffect, useState } from 'react';
import { currentKeymap, moveKey, namedLike, resetKeys, useKeymap } from '../state/keymap.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { shownKeys } from '../ui/shown-keys.ts';
import { PLACES } from './places.ts';

/** Every shortcut there is. A key that can be moved is a button: press it, then the key that is to take its place. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const moved = Object.keys(useKeymap()).length > 0;
  const [moving, setMoving] = useState<string | null>(null);
  useTakenKey(moving, () => setMoving(null));
  return (
    <Dialog
      onClose={onClose}
      title="Keyboard shortcuts"
      description="Single keys are off while you type. To change one, click it and press another; if that one is taken, the two swap."
      wide
      {...(moved ? { footer: <Button label="Reset all keys" onClick={resetKeys} /> } : {})}
    >
      <div className="gap-8 pb-3 sm:columns-2">
        {SHORTCUTS.map(({ where, shortcuts }) => (
          <section key={where} className="mb-5 break-inside-avoid">
            <h3 className="mb-2 font-medium text-sm">{where}</h3>
            <dl className="grid grid-cols-[auto_1fr] items-start gap-x-4 gap-y-1.5 text-sm">
              {shortcuts.map((shortcut) => (
                <div key={shortcut.does} className="contents">
                  <dt className="flex min-h-6 items-center gap-1">
                    <Keys shortcut={shortcut} moving={moving} onMove={setMoving} />
                  </dt>
                  <dd className="pt-px text-ink-soft">{shortcut.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Keys({
  shortcut: { name, keys, does },
  moving,
  onMove,
}: {
  shortcut: Shortcut;
  moving: string | null;
  onMove: (name: string | null) => void;
}) {
  const map = useKeymap();
  if (name === undefined) return <ShownKeys keys={keys ?? []} />;
  const shown = shownKeys(map, name);
  return (
    <button
      type="button"
      aria-pressed={moving === name}
      onClick={() => onMove(moving === name ? null : name)}
      className="inline-flex min-h-6 items-center gap-1 rounded-md hover:ring-2 hover:ring-accent/40 aria-pressed:ring-2 aria-pressed:ring-accent"
    >
      {moving === name ? (
        <>
          <Kbd>press a key</Kbd>
          <span className="sr-only"> for {does}</span>
        </>
      ) : (
        <>
          <ShownKeys keys={shown} />
          <span className="sr-only"> change</span>
        </>
      )}
    </button>
  );
}

/** Keys with blanks between them, for screen readers. */
function ShownKeys({ keys }: { keys: readonly string[] }) {
  return keys.map((key, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <Kbd>{key}</Kbd>
    </Fragment>
  ));
}

/** Takes the next key for the one that is being moved. Escape leaves it where it is. */
function useTakenKey(moving: string | null, done: () => void): void {
  useEffect(() => {
    if (moving === null) return;
    const press = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Meta', 'Alt', 'Tab'].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      const to = namedLike(moving, event);
      if (to !== null && to !== currentKeymap()[moving]) moveKey(moving, to);
      if (to !== null || event.key === 'Escape') done();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [moving, done]);
}

/** What a key does. Keys that have a name can be moved; the others belong to writing. */
interface Shortcut {
  readonly does: string;
  /** Names of the keymap. */
  readonly name?: string;
  /** Keys as shown, for those that cannot be moved. */
  readonly keys?: readonly string[];
}

/** Every shortcut there is, by where it works. */
const SHORTCUTS: readonly { readonly where: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    where: 'Everywhere',
    shortcuts: [
      { name: 'mod k', does: 'Command palette' },
      { name: '?', does: 'This help' },
      { name: 'g', does: 'Go to a screen: press this, then one of these' },
      ...PLACES.map(({ key, label }) => ({ name: `go ${key}`, does: label })),
    ],
  },
  {
    where: 'On other screens',
    shortcuts: [
      { name: '/', does: 'Search, or write in a chat' },
      { name: 'n', does: 'New conversation' },
      { name: 'r', does: 'Rename; in the inspector: raw request; in the lab: run' },
      { name: 'x', does: 'Archive' },
      { name: 'd', does: 'Difference' },
      { name: 'p', does: 'Protect; in the list of conversations: pin' },
      { name: 's', does: 'Sort; in the timeline and the lab: save' },
      { name: 'a', does: 'Apply, in the lab' },
    ],
  },
  {
    where: 'In a chat',
    shortcuts: [
      { keys: ['Enter'], does: 'Send' },
      { keys: ['Shift', 'Enter'], does: 'New line' },
      { keys: ['/'], does: 'While writing: commands such as /compact and /save-progress' },
      { keys: ['Esc'], does: 'While writing: stop the answer' },
      { keys: ['Esc', 'Esc'], does: 'While writing: edit your last message' },
      { name: 'mod f', does: 'Search the whole history; twice for the browser’s own search' },
      { name: 'j', does: 'Next message, row or conversation' },
      { name: 'k', does: 'Previous one' },
      { keys: ['←', '→'], does: 'On a message with several versions: the one before, the next' },
      { name: 'i', does: 'Inspect the context' },
      { name: 'c', does: 'Write; in the inspector: copy' },
    ],
  },
];
