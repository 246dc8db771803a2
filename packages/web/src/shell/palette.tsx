import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { isSignedIn, signOut } from '../api/client.ts';
import { useSessions, useStartSession } from '../queries/sessions.ts';
import { useKeymap } from '../state/keymap.ts';
import { joined } from '../ui/joined.ts';
import { sessionName } from '../ui/names.ts';
import { shownKeys } from '../ui/shown-keys.ts';
import { BACKDROP, CHOICE } from '../ui/surface.ts';
import { toastProblem } from '../ui/toast.tsx';
import { type Command, offered } from './commands.ts';
import { PLACES } from './places.ts';
import { useTheme } from './theme.ts';

interface Group {
  readonly value: string;
  readonly items: readonly Command[];
}

/** Who opens it types on at once; the window itself would take the focus only frames later. */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

/** Everything that can be done or opened, found by typing. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, type] = useState('');
  const groups = useGroups(typed);
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP} />
        <Dialog.Popup
          aria-label="Command palette"
          className="fixed inset-x-4 top-[10dvh] z-50 mx-auto flex max-h-[70dvh] max-w-xl flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-2xl outline-none"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={typed}
            onValueChange={(next) => type(next)}
            autoHighlight="always"
            keepHighlight
            itemToStringValue={titleOf}
          >
            <div className="flex items-center gap-2 border-line border-b px-4">
              <Search className="size-4 text-ink-faint" aria-hidden="true" />
              <Autocomplete.Input
                ref={focusAtOnce}
                aria-label="Search commands and sessions"
                placeholder="Do something, or open a session…"
                className="h-12 w-full bg-transparent outline-none placeholder:text-ink-faint"
              />
            </div>
            <Autocomplete.Empty className="px-4 py-6 text-ink-soft text-sm empty:hidden">Nothing matches.</Autocomplete.Empty>
            <Autocomplete.List className="overflow-y-auto p-1.5 empty:hidden">
              {(group: Group) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-ink-faint text-xs">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.id}
                        value={command}
                        onClick={() => {
                          onClose();
                          command.run();
                        }}
                        className={joined(CHOICE)}
                      >
                        <span className="min-w-0 flex-1 truncate">{command.title}</span>
                        {command.keys !== undefined && <kbd className="font-mono text-ink-faint text-xs">{command.keys}</kbd>}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function titleOf({ title, also }: Command): string {
  return also === undefined ? title : `${title} ${also}`;
}

function useGroups(typed: string): Group[] {
  const navigate = useNavigate();
  const { session } = useParams({ strict: false });
  const here = offered.use();
  const keymap = useKeymap();
  const [, choose] = useTheme();
  const { mutate: startSession } = useStartSession();
  const { data: sessions } = useSessions({ q: typed });
  const go: Command[] = PLACES.flatMap(({ key, label, link }) => {
    const to = link(session);
    const run = () => void navigate(to as Parameters<typeof navigate>[0]);
    return to === null ? [] : [{ id: `go-${key}`, title: `Go to ${label}`, keys: shownKeys(keymap, `go ${key}`).join(' '), run }];
  });
  const open = (id: string) => void navigate({ to: '/s/$session', params: { session: id } });
  const general: Command[] = [
    { id: 'new-session', title: 'New session', run: () => startSession() },
    {
      id: 'connect',
      title: 'Connect a model',
      also: 'profile provider key api ollama add',
      run: () => void navigate({ to: '/connect' }),
    },
    ...(isSignedIn()
      ? [{ id: 'sign-out', title: 'Sign out', also: 'log off leave', run: () => void signOut().catch(toastProblem) }]
      : []),
    {
      id: 'profiles',
      title: 'Profiles',
      also: 'model key settings provider',
      run: () => void navigate({ to: '/settings/$section', params: { section: 'profiles' } }),
    },
    ...(['light', 'dark', 'system'] as const).map((theme) => ({
      id: `theme-${theme}`,
      title: `Theme: ${theme}`,
      run: () => choose(theme),
    })),
  ];
  const groups: Group[] = [
    { value: 'Here', items: here },
    { value: 'Go', items: go },
    { value: 'App', items: general },
    {
      value: 'Sessions',
      items: (sessions ?? []).slice(0, 50).map((one) => ({ id: one.id, title: sessionName(one), run: () => open(one.id) })),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
