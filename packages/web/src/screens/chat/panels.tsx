import { useBranches } from '../../queries/branches.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Field } from '../../ui/field.tsx';
import type { ChatPanel } from './chat-menu.tsx';
import { CondenseDialog } from './condense-dialog.tsx';
import { MemoriesDialog } from './memories-dialog.tsx';
import { NameBranch } from './name-branch.tsx';
import { ProfilePicker, StrategyPicker } from './pickers.tsx';
import { SessionFields } from './session-fields.tsx';

/** What lies over the chat now. */
export function Panels({ panel, onPanel }: { panel: ChatPanel; onPanel: (panel: ChatPanel | null) => void }) {
  const { data: tree } = useBranches();
  const current = tree?.branches.find((branch) => branch.current);
  const close = () => onPanel(null);
  switch (panel) {
    case 'condense':
      return <CondenseDialog onClose={close} />;
    case 'settings':
      return <SessionSettings onClose={close} onCondense={() => onPanel('condense')} />;
    case 'branch':
      return current === undefined ? null : <NameBranch branch={current} onClose={close} />;
    case 'memories':
      return <MemoriesDialog onClose={close} />;
  }
}

const NAMES = ['systemPrompt', 'temperature', 'soft', 'hard', 'retention', 'answerTokens', 'onFailure'] as const;

/** What holds for this session alone, beside where each value comes from. */
function SessionSettings({ onClose, onCondense }: { onClose: () => void; onCondense: () => void }) {
  return (
    <Drawer onClose={onClose} title="Session settings">
      <div className="grid gap-5">
        <Button label="Summarize Conversation History" onClick={onCondense} />
        <Field label="Model">
          <ProfilePicker model={undefined} />
        </Field>
        <Field label="Strategy">
          <StrategyPicker />
        </Field>
        <SessionFields names={NAMES} />
      </div>
    </Drawer>
  );
}
