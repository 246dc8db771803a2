import { BookOpen, Copy, Download, FoldVertical, Save, Settings2, Share2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSaveProgress } from '../../queries/checkpoints.ts';
import { useSessionId } from '../../state/session-id.ts';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { copyMarkdown, download, shareFile } from '../sessions/download.ts';

/** What can lie over the chat. */
export type ChatPanel = 'condense' | 'settings' | 'memories' | 'branch';

/** Everything that can be done with a conversation, by name. */
export function ChatMenu({ onPanel, trigger }: { onPanel: (panel: ChatPanel) => void; trigger: ReactElement }) {
  const session = useSessionId();
  const save = useSaveProgress();
  return (
    <Menu trigger={trigger}>
      <MenuItem
        icon={<FoldVertical />}
        label="Summarize Conversation History"
        shortcut="/compact"
        onSelect={() => onPanel('condense')}
      />
      <MenuItem icon={<Save />} label="Save progress" shortcut="/save-progress" onSelect={() => save.mutate('')} />
      <MenuItem icon={<BookOpen />} label="Add what another chat knows" onSelect={() => onPanel('memories')} />
      <MenuSeparator />
      <MenuItem icon={<Copy />} label="Copy as Markdown" onSelect={() => void copyMarkdown(session)} />
      <MenuItem icon={<Share2 />} label="Share as a file" onSelect={() => void shareFile(session)} />
      <MenuGroup label="Export">
        <MenuItem icon={<Download />} label="As JSON lines" onSelect={() => void download(session, 'jsonl')} />
        <MenuItem icon={<Download />} label="As Markdown" onSelect={() => void download(session, 'markdown')} />
        <MenuItem icon={<Download />} label="As a web page" onSelect={() => void download(session, 'html')} />
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Settings2 />} label="Session settings" onSelect={() => onPanel('settings')} />
    </Menu>
  );
}
