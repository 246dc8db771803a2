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
      <MenuItem icon={<FoldVertical />} shortcut="/compact" onSelect={() => onPanel('condense')}>
        Summarize Conversation History
      </MenuItem>
      <MenuItem icon={<Save />} shortcut="/save-progress" onSelect={() => save.mutate(undefined, TOLD_OF_SAVING)}>
        Save progress
      </MenuItem>
      <MenuItem icon={<BookOpen />} onSelect={() => onPanel('memories')}>
        Add what another chat knows
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Copy />} onSelect={() => void copyMarkdown(session.id)}>
        Copy as Markdown
      </MenuItem>
      <MenuItem icon={<Share2 />} onSelect={() => void shareFile(session.id)}>
        Share as a file
      </MenuItem>
      <MenuGroup label="Export">
        <MenuItem icon={<Download />} onSelect={() => void download(session.id, 'jsonl')}>
          As JSON lines
        </MenuItem>
        <MenuItem icon={<Download />} onSelect={() => void download(session.id, 'markdown')}>
          As Markdown
        </MenuItem>
        <MenuItem icon={<Download />} onSelect={() => void download(session.id, 'html')}>
          As a web page
        </MenuItem>
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Settings2 />} onSelect={() => onPanel('settings')}>
        Session settings
      </MenuItem>
    </Menu>
  );
}
