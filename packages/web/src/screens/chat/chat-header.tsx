import { Link } from '@tanstack/react-router';
import type { Session } from '@tenfold/contract';
import { Ellipsis, FoldVertical, Layers, Search } from 'lucide-react';
import { memo } from 'react';
import { useKeymap } from '../../state/keymap.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { shownKeys } from '../../ui/shown-keys.ts';
import { BranchMenu } from './branch-menu.tsx';
import { ChatMenu, type ChatPanel } from './chat-menu.tsx';
import { InlineTitle } from './inline-title.tsx';
import { ProfilePicker, StrategyPicker } from './pickers.tsx';

/** Title, model, strategy, and what can be done with the whole conversation. */
export const ChatHeader = memo(function ChatHeader({
  session,
  model,
  onSearch,
  onPanel,
}: {
  session: Session;
  model: string | undefined;
  onSearch: () => void;
  onPanel: (panel: ChatPanel) => void;
}) {
  const keys = useKeymap();
  return (
    <ScreenHeader title={<InlineTitle session={session} />}>
      <div className="hidden items-center sm:flex">
        <ProfilePicker session={session} model={model} />
        <StrategyPicker session={session} />
      </div>
      <div className="flex items-center gap-0.5">
        <BranchMenu session={session.id} onName={() => onPanel('branch')} />
        <IconButton
          label={`Search the whole history (${shownKeys(keys, 'mod f').join(' ')})`}
          icon={<Search />}
          onClick={onSearch}
        />
        <IconButton label="Summarize Conversation History" icon={<FoldVertical />} onClick={() => onPanel('condense')} />
        <Link
          to="/s/$session/inspector"
          params={{ session: session.id }}
          className="hidden min-h-7 items-center gap-1.5 rounded-md px-2 text-ink-soft text-sm hover:bg-sunken hover:text-ink lg:inline-flex"
          title={`Exactly what the next request sends (${shownKeys(keys, 'i').join(' ')})`}
        >
          <Layers className="size-4" aria-hidden="true" />
          Inspect
        </Link>
        <ChatMenu session={session} onPanel={onPanel} trigger={<IconButton label="More" icon={<Ellipsis />} />} />
      </div>
    </ScreenHeader>
  );
});
