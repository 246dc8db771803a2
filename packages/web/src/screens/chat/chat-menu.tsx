import type { Checkpoint, Session } from '@tenfold/contract';
import { BookOpen, Copy, Download, FoldVertical, Save, Settings2, Share2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useSaveProgress } from '../../queries/checkpoints.ts';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { toast, toastProblem } from '../../ui/toast.tsx';
import { copyMarkdown, download, shareFile } from '../sessions/download.ts';

/** What people are told when their progress is saved, or could not be. */
export const TOLD_OF_SAVING = {
  onSuccess: ({ id, label }: Pick<Checkpoint, 'id' | 'label'>) => toast(`Checkpoint saved: "${label}" (${id.slice(0, 4)}…)`),
  onError: toastProblem,
};

/** What can lie over the chat. */
export type ChatPanel = 'condense' | 'settings' | 'memories' | 'branch';

/** Everything that can be done with a conversation, by name. */
export function ChatMenu({
  session,
  onPanel,
  trigger,
}: {
  session: Session;
  onPanel: (panel: ChatPanel) => void;
  trigger: ReactElement;
}) {
  const save = useSaveProgress(session.id);
  return (
    <Menu trigger={trigger}>
      <MenuItem
        icon={<FoldVertical />}
        label="Summarize Conversation History"
        shortcut="/compact"
        onSelect={() => onPanel('condense')}
      />
      <MenuItem
        icon={<Save />}
        label="Save progress"
        shortcut="/save-progress"
        onSelect={() => save.mutate(undefined, TOLD_OF_SAVING)}
      />
      <MenuItem icon={<BookOpen />} label="Add what another chat knows" onSelect={() => onPanel('memories')} />
      <MenuSeparator />
      <MenuItem icon={<Copy />} label="Copy as Markdown" onSelect={() => void copyMarkdown(session.id)} />
      <MenuItem icon={<Share2 />} label="Share as a file" onSelect={() => void shareFile(session.id)} />
      <MenuGroup label="Export">
        <MenuItem icon={<Download />} label="As JSON lines" onSelect={() => void download(session.id, 'jsonl')} />
        <MenuItem icon={<Download />} label="As Markdown" onSelect={() => void download(session.id, 'markdown')} />
        <MenuItem icon={<Download />} label="As a web page" onSelect={() => void download(session.id, 'html')} />
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Settings2 />} label="Session settings" onSelect={() => onPanel('settings')} />
    </Menu>
  );
}
