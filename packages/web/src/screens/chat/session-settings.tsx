import { type EffectiveValue, SETTINGS, type Session } from '@tenfold/contract';
import type { Json } from '@tenfold/core';
import { originWords } from '../../gauge/gauge-words.ts';
import { useChangeSession, useSessionConfig } from '../../queries/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Field } from '../../ui/field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toastProblem } from '../../ui/toast.tsx';
import { Control } from '../settings/form/control.tsx';
import { ProfilePicker, StrategyPicker } from './pickers.tsx';

const NAMES = ['soft', 'hard', 'retention', 'answerTokens', 'onFailure'] as const;

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
  const { data: config, error } = useSessionConfig(session.id);
  const change = useChangeSession(session.id);
  const set = (key: string, value: Json) => change.mutate({ settings: { [key]: value } }, { onError: toastProblem });
  return (
    <Drawer open onOpenChange={(open) => open || onClose()} title="Session settings">
      <div className="grid gap-5">
        <Button onClick={onCondense}>Summarize Conversation History</Button>
        <Field label="Model">
          <ProfilePicker session={session} model={undefined} />
        </Field>
        <Field label="Strategy">
          <StrategyPicker session={session} />
        </Field>
        {error !== null && <ProblemNotice error={error} />}
        {config === undefined && error === null && <Spinner label="Fetching…" />}
        {NAMES.map((name) => {
          const setting = config?.values.find(({ key }) => key === name);
          if (setting === undefined) return null;
          return (
            <Field key={name} label={<Origin setting={setting} onReset={() => set(name, null)} />} help={setting.description}>
              <Control
                settles
                kind={SETTINGS[name].kind}
                label={setting.title}
                value={setting.value}
                onChange={(next) => set(name, next)}
              />
            </Field>
          );
        })}
      </div>
    </Drawer>
  );
}

function Origin({ setting, onReset }: { setting: EffectiveValue; onReset: () => void }) {
  const own = setting.from === 'session';
  return (
    <span className="flex items-center gap-2">
      <span className="flex-1">{setting.title}</span>
      <Badge tone={own ? 'accent' : 'plain'}>{own ? 'set here' : originWords(setting.from)}</Badge>
      {own && (
        <Button small kind="quiet" onClick={onReset}>
          Inherit
        </Button>
      )}
    </span>
  );
}
