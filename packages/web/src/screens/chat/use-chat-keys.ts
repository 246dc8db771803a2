import { useNavigate } from '@tanstack/react-router';
import type { Session } from '@tenfold/contract';
import { type RefObject, useMemo } from 'react';
import { useSaveProgress } from '../../queries/checkpoints.ts';
import { useCommands } from '../../shell/commands.ts';
import { useKeymap } from '../../state/keymap.ts';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { shownKeys } from '../../ui/shown-keys.ts';
import { type ChatPanel, TOLD_OF_SAVING } from './chat-menu.tsx';
import type { ThreadHandle } from './thread/thread.tsx';

interface ChatPlaces {
  readonly thread: RefObject<ThreadHandle | null>;
  readonly field: RefObject<HTMLElement | null>;
  open(panel: ChatPanel): void;
  search(): void;
}

/** Single keys of the chat: through the messages, to the field, to the inspector. What it can do is in the palette too. */
export function useChatKeys({ id: session }: Pick<Session, 'id'>, { thread, field, open, search }: ChatPlaces): void {
  const navigate = useNavigate();
  const write = () => field.current?.focus();
  useScreenKeys({
    j: () => thread.current?.step(1),
    k: () => thread.current?.step(-1),
    c: write,
    '/': write,
    i: () => void navigate({ to: '/s/$session/inspector', params: { session } }),
  });
  useChatCommands(session, open, search);
}

function useChatCommands(session: string, open: (panel: ChatPanel) => void, search: () => void): void {
  const { mutate: save } = useSaveProgress(session);
  const keymap = useKeymap();
  useCommands(
    useMemo(
      () => [
        { id: 'condense', title: 'Summarize Conversation History', keys: '/compact', run: () => open('condense') },
        { id: 'search', title: 'Search the whole history', keys: shownKeys(keymap, 'mod f').join(' '), run: search },
        { id: 'save-progress', title: 'Save progress', keys: '/save-progress', run: () => save(undefined, TOLD_OF_SAVING) },
        { id: 'session-settings', title: 'Session settings', run: () => open('settings') },
        { id: 'memories', title: 'Bring in what another session knows', run: () => open('memories') },
      ],
      [open, search, keymap, save],
    ),
  );
}
