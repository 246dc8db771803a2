import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useMemo } from 'react';
import { useSaveProgress } from '../../queries/checkpoints.ts';
import { useRedo, useRuns, useUndo } from '../../queries/folding.ts';
import { useCommands } from '../../shell/commands.ts';
import { useKeymap } from '../../state/keymap.ts';
import { useSessionId } from '../../state/session-id.ts';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { shownKeys } from '../../ui/shown-keys.ts';
import { copyMarkdown, shareFile } from '../sessions/download.ts';
import type { ChatPanel } from './chat-menu.tsx';
import type { ThreadHandle } from './thread/thread.tsx';

interface ChatPlaces {
  readonly thread: RefObject<ThreadHandle | null>;
  readonly field: RefObject<HTMLElement | null>;
  open(panel: ChatPanel): void;
  search(): void;
}

/** Keys of the chat: through the messages, to the field, to the inspector. What it can do is in the palette too. */
export function useChatKeys({ thread, field, open, search }: ChatPlaces): void {
  const session = useSessionId();
  const navigate = useNavigate();
  const write = () => field.current?.focus();
  useScreenKeys({
    j: () => thread.current?.step(1),
    k: () => thread.current?.step(-1),
    c: write,
    '/': write,
    // Our search sees what the page does not draw.
    'mod f': search,
    i: () => void navigate({ to: '/s/$session/inspector', params: { session } }),
  });
  useChatCommands(open, search);
}

function useChatCommands(open: (panel: ChatPanel) => void, search: () => void): void {
  const session = useSessionId();
  const { mutate: save } = useSaveProgress();
  const { mutate: undo } = useUndo();
  const { mutate: redo } = useRedo();
  const { data: runs } = useRuns();
  const latest = runs?.toSorted((a, b) => b.createdAt - a.createdAt)[0];
  const keymap = useKeymap();
  useCommands(
    useMemo(
      () => [
        {
          id: 'condense',
          title: 'Summarize Conversation History',
          also: 'condense compact fold shorten context',
          keys: '/compact',
          run: () => open('condense'),
        },
        ...(latest?.active ? [{ id: 'undo', title: 'Undo condensing', also: 'unfold revert', run: () => undo(latest.id) }] : []),
        ...(latest?.outcome === 'undone'
          ? [{ id: 'redo', title: 'Redo condensing', also: 'undo again', run: () => redo(latest.id) }]
          : []),
        { id: 'search', title: 'Search the whole history', keys: shownKeys(keymap, 'mod f').join(' '), run: search },
        {
          id: 'save-progress',
          title: 'Save progress',
          also: 'checkpoint snapshot',
          keys: '/save-progress',
          run: () => save(''),
        },
        {
          id: 'session-settings',
          title: 'Session settings',
          also: 'profile model strategy threshold temperature',
          run: () => open('settings'),
        },
        { id: 'branch', title: 'Name this branch', also: 'rename branch label fork', run: () => open('branch') },
        { id: 'copy-markdown', title: 'Copy as Markdown', also: 'clipboard conversation', run: () => void copyMarkdown(session) },
        { id: 'share', title: 'Share as a file', also: 'export download send', run: () => void shareFile(session) },
        { id: 'memories', title: 'Add what another chat knows', also: 'memory memories', run: () => open('memories') },
      ],
      [session, open, search, keymap, save, undo, redo, latest],
    ),
  );
}
