import type { Session } from '@tenfold/contract';
import { useBranches } from '../../queries/branches.ts';
import type { ChatPanel } from './chat-menu.tsx';
import { CondenseDialog } from './condense/condense-dialog.tsx';
import { MemoriesDialog } from './memories-dialog.tsx';
import { NameBranch } from './name-branch.tsx';
import { SessionSettings } from './session-settings.tsx';

/** What lies over the chat now. */
export function Panels({
  session,
  panel,
  onPanel,
}: {
  session: Session;
  panel: ChatPanel;
  onPanel: (panel: ChatPanel | null) => void;
}) {
  const { data: tree } = useBranches(session.id);
  const current = tree?.branches.find((branch) => branch.current);
  const close = () => onPanel(null);
  switch (panel) {
    case 'condense':
      return <CondenseDialog session={session.id} onClose={close} />;
    case 'settings':
      return <SessionSettings session={session} onClose={close} onCondense={() => onPanel('condense')} />;
    case 'branch':
      return current === undefined ? null : <NameBranch session={session.id} branch={current} onClose={close} />;
    case 'memories':
      return <MemoriesDialog session={session.id} onClose={close} />;
  }
}
