import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { PLACES } from './places.ts';

const MOD = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

const EVERYWHERE: readonly (readonly [string, string])[] = [
  [`${MOD} K`, 'Command palette'],
  ['?', 'This help'],
  ...PLACES.map(({ key, label }) => [`g ${key}`, label] as const),
];

const CHAT: readonly (readonly [string, string])[] = [
  ['Enter', 'Send'],
  ['Shift Enter', 'New line'],
  ['/', 'Commands: /compact, /summarize, /save-progress'],
  ['Esc', 'Stop the answer'],
  ['Esc Esc', 'Edit your last message'],
  [`${MOD} F`, 'Search the whole history; twice for the browser’s own search'],
  ['j / k', 'Next, previous message'],
  ['i', 'Inspect the context'],
  ['c', 'Write'],
];

/** Every shortcut there is. */
export function ShortcutHelp({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keyboard shortcuts"
      description="Single keys rest while you type."
      wide
    >
      <div className="grid gap-6 pb-3 sm:grid-cols-2">
        <Keys title="Everywhere" rows={EVERYWHERE} />
        <Keys title="In a chat" rows={CHAT} />
      </div>
    </Dialog>
  );
}

function Keys({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3 className="mb-2 font-medium text-sm">{title}</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        {rows.map(([keys, does]) => (
          <div key={keys} className="contents">
            <dt className="flex items-start gap-1">
              {keys
                .split(' ')
                .map((key) => (key === '/' && keys !== '/' ? <span key={key}>/</span> : <Kbd key={key}>{key}</Kbd>))}
            </dt>
            <dd className="text-ink-soft">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
