import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useMemo } from 'react';
import { useCommands } from '../../shell/commands.ts';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import type { ChatPanel } from './chat-menu.tsx';
import type { ThreadHandle } from './thread/thread.tsx';

/** Single keys of the chat: through the messages, to the field, to the inspector. */
export function useChatKeys(session: string, thread: RefObject<ThreadHandle | null>, field: RefObject<HTMLElement | null>): void {
  const navigate = useNavigate();
  const write = () => field.current?.focus();
  useScreenKeys({
    j: () => thread.current?.step(1),
    k: () => thread.current?.step(-1),
    c: write,
    '/': write,
    i: () => void navigate({ to: '/s/$session/inspector', params: { session } }),
  });
}

/** What the chat offers in the palette. */
export function useChatCommands(open: (panel: ChatPanel) => void, search: () => void): void {
  useCommands(
    useMemo(
      () => [
        { id: 'condense', title: 'Summarize Conversation History', keys: '/compact', run: () => open('condense') },
        { id: 'search', title: 'Search the whole history', keys: '⌘F', run: search },
        { id: 'session-settings', title: 'Session settings', run: () => open('settings') },
        { id: 'memories', title: 'Bring in what another session knows', run: () => open('memories') },
      ],
      [open, search],
    ),
  );
}
