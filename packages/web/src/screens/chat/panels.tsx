import type { Session } from '@tenfold/contract';
import type { ChatPanel } from './chat-menu.tsx';
import { CondenseDialog } from './condense/condense-dialog.tsx';
import { MemoriesDialog } from './memories-dialog.tsx';
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
  const close = () => onPanel(null);
  switch (panel) {
    case 'condense':
      return <CondenseDialog session={session.id} onClose={close} />;
    case 'settings':
      return <SessionSettings session={session} onClose={close} onCondense={() => onPanel('condense')} />;
    case 'memories':
      return <MemoriesDialog session={session.id} onClose={close} />;
  }
}
