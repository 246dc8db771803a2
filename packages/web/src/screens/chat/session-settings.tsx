import type { EffectiveValue, Session } from '@tenfold/contract';
import type { Json } from '@tenfold/core';
import { originWords } from '../../gauge/gauge-words.ts';
import { useChangeSession, useSessionConfig } from '../../queries/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Field } from '../../ui/field.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toastProblem } from '../../ui/toast.tsx';
import { ProfilePicker, StrategyPicker } from './pickers.tsx';

const NUMBERS = { soft: [5, 100], hard: [5, 100], retention: [0, 1_000_000] } as const;

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
  const value = (key: string) => config?.values.find((one) => one.key === key);
  const onFailure = value('onFailure');
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
        {(Object.keys(NUMBERS) as (keyof typeof NUMBERS)[]).map((key) => {
          const setting = value(key);
          if (setting === undefined) return null;
          const [min, max] = NUMBERS[key];
          return (
            <Field key={key} label={<Origin setting={setting} onReset={() => set(key, null)} />} help={setting.description}>
              <NumberField
                label={setting.title}
                value={typeof setting.value === 'number' ? setting.value : null}
                placeholder={String(setting.value)}
                min={min}
                max={max}
                step={key === 'retention' ? 500 : 5}
                onChange={(next) => next !== null && set(key, next)}
              />
            </Field>
          );
        })}
        {onFailure !== undefined && (
          <Field label={<Origin setting={onFailure} onReset={() => set('onFailure', null)} />} help={onFailure.description}>
            <Select
              label={onFailure.title}
              value={String(onFailure.value)}
              onChange={(next) => set('onFailure', next)}
              choices={[
                { value: 'degrade', label: 'Use simpler means and say so' },
                { value: 'ask', label: 'Ask me what to do' },
              ]}
            />
          </Field>
        )}
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
