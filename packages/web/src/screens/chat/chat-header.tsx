import { Link, useNavigate } from '@tanstack/react-router';
import { Check, Ellipsis, FoldVertical, GitBranch, Layers, Pencil, Search, Waypoints } from 'lucide-react';
import { memo, useState } from 'react';
import { useBranches, useChooseBranch } from '../../queries/branches.ts';
import { useChangeSession, useOpenSession } from '../../queries/session.ts';
import { useKeymap } from '../../state/keymap.ts';
import { useSessionId } from '../../state/session-id.ts';
import { counted } from '../../ui/figures.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { branchName, sessionName } from '../../ui/names.ts';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { shownKeys } from '../../ui/shown-keys.ts';
import { RenameField } from '../sessions/rename-field.tsx';
import { ChatMenu, type ChatPanel } from './chat-menu.tsx';
import { ProfilePicker, StrategyPicker } from './pickers.tsx';

/** Title, model, strategy, and what can be done with the whole conversation. */
export const ChatHeader = memo(function ChatHeader({
  model,
  onSearch,
  onPanel,
}: {
  model: string | undefined;
  onSearch: () => void;
  onPanel: (panel: ChatPanel) => void;
}) {
  const keys = useKeymap();
  const session = useSessionId();
  return (
    <ScreenHeader title={<InlineTitle />}>
      <div className="hidden items-center sm:flex">
        <ProfilePicker model={model} />
        <StrategyPicker />
      </div>
      <div className="flex items-center gap-0.5">
        <BranchMenu onName={() => onPanel('branch')} />
        <IconButton
          label={`Search the whole history (${shownKeys(keys, 'mod f').join(' ')})`}
          icon={<Search />}
          onClick={onSearch}
        />
        <IconButton label="Summarize Conversation History" icon={<FoldVertical />} onClick={() => onPanel('condense')} />
        <Link
          to="/s/$session/inspector"
          params={{ session }}
          className="hidden min-h-7 items-center gap-1.5 rounded-md px-2 text-ink-soft text-sm hover:bg-sunken hover:text-ink lg:inline-flex"
          title={`Exactly what the next request sends (${shownKeys(keys, 'i').join(' ')})`}
        >
          <Layers className="size-4" aria-hidden="true" />
          Inspect
        </Link>
        <ChatMenu onPanel={onPanel} trigger={<IconButton label="More" icon={<Ellipsis />} />} />
      </div>
    </ScreenHeader>
  );
});

/** The branch one is on, once there are several: the others, a name for it, and the way to see them all. */
function BranchMenu({ onName }: { onName: () => void }) {
  const session = useSessionId();
  const { data } = useBranches();
  const { choose, busy } = useChooseBranch();
  const navigate = useNavigate();
  const branches = data?.branches ?? [];
  const current = branches.find((branch) => branch.current);
  if (current === undefined || branches.length < 2) return null;
  const newestFirst = branches.toSorted((a, b) => b.updatedAt - a.updatedAt);
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Branch: ${branchName(current)}`}
          title="Branches"
          className="inline-flex min-h-7 items-center gap-1.5 rounded-md px-1.5 text-ink-soft text-sm hover:bg-sunken hover:text-ink"
        >
          <GitBranch className="size-4" aria-hidden="true" />
          <span className="max-w-32 truncate max-sm:hidden">{branchName(current)}</span>
        </button>
      }
    >
      <MenuGroup label="Branches">
        {newestFirst.map((branch) => (
          <MenuItem
            key={branch.name}
            icon={branch.current ? <Check aria-label="In use:" /> : <span className="size-4" />}
            disabled={busy}
            shortcut={counted(branch.entries, 'message')}
            onSelect={() => choose(branch.name)}
            label={<span className="block truncate">{branchName(branch)}</span>}
          />
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Pencil />} label="Name this branch…" onSelect={onName} />
      <MenuItem
        icon={<Waypoints />}
        label="See them on the timeline"
        onSelect={() => void navigate({ to: '/s/$session/timeline', params: { session } })}
      />
    </Menu>
  );
}

/** The title of a session; a click, or Enter on it, changes it in place. */
function InlineTitle() {
  const { title } = useOpenSession();
  const [renaming, setRenaming] = useState(false);
  const change = useChangeSession();
  const rename = (next: string | null) => {
    setRenaming(false);
    if (next !== null) change.mutate({ title: next });
  };
  if (renaming) return <RenameField title={title} onDone={rename} />;
  return (
    <button
      type="button"
      title="Rename"
      onClick={() => setRenaming(true)}
      className="max-w-full truncate rounded-md px-1.5 py-0.5 text-left hover:bg-sunken"
    >
      {sessionName({ title })}
    </button>
  );
}
