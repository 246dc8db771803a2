import { type EffectiveValue, SETTINGS, type SettingName } from '@tenfold/contract';
import type { Json } from '@tenfold/core';
import { useChangeSession, useSessionConfig } from '../../queries/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Fetching } from '../../ui/fetching.tsx';
import { Field } from '../../ui/field.tsx';
import { originWords } from '../../ui/names.ts';
import { Control } from '../settings/form/control.tsx';

/** Settings of one session that are plain controls. */
type FieldName = Exclude<SettingName, 'strategy' | 'preset' | 'customPrompt'>;

/** Some settings of a session, each with where its value comes from and the way back to that. */
export function SessionFields({ names }: { names: readonly FieldName[] }) {
  const fetched = useSessionConfig();
  const change = useChangeSession();
  const set = (key: string, value: Json) => change.mutate({ settings: { [key]: value } });
  return (
    <>
      <Fetching of={fetched} label="Fetching…" />
      {names.map((name) => {
        const setting = fetched.data?.values.find(({ key }) => key === name);
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
    </>
  );
}

function Origin({ setting, onReset }: { setting: EffectiveValue; onReset: () => void }) {
  const own = setting.from === 'session';
  return (
    <span className="flex items-center gap-2">
      <span className="flex-1">{setting.title}</span>
      <Badge tone={own ? 'accent' : 'plain'}>{own ? 'set here' : originWords(setting.from)}</Badge>
      {own && <Button small kind="quiet" label="Inherit" onClick={onReset} />}
    </span>
  );
}
