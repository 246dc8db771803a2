import type { Session } from '@tenfold/contract';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Field } from '../../ui/field.tsx';
import { ProfilePicker, StrategyPicker } from './pickers.tsx';
import { SessionFields } from './session-fields.tsx';

const NAMES = ['systemPrompt', 'temperature', 'soft', 'hard', 'retention', 'answerTokens', 'onFailure'] as const;

/** What holds for this session alone, beside where each value comes from. */
export function SessionSettings({
  session,
  onClose,
  onCondense,
}: {
  session: Session;
  onClose: () => void;
  onCondense: () => void;
}) {
  return (
    <Drawer onClose={onClose} title="Session settings">
      <div className="grid gap-5">
        <Button onClick={onCondense}>Summarize Conversation History</Button>
        <Field label="Model">
          <ProfilePicker session={session} model={undefined} />
        </Field>
        <Field label="Strategy">
          <StrategyPicker session={session} />
        </Field>
        <SessionFields session={session.id} names={NAMES} />
      </div>
    </Drawer>
  );
}
