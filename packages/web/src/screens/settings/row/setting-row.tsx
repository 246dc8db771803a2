import { SETTING_NAMES, SETTINGS, type Setting, type SettingName } from '@tenfold/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useSettings } from '../../../queries/settings.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import type { ControlKind } from '../form/control-kind.ts';
import { settingAnchor, useTarget } from '../search/setting-anchor.ts';
import { useSaveSettings } from '../use-save-setting.ts';
import { ControlRow } from './row.tsx';

/** The settings of a page that are plain rows. */
export function SettingRows({ page }: { page: Setting['page'] }) {
  return namesOn(page, 'row').map((name) => <SettingRow key={name} name={name} />);
}

/** The settings of a page that few people need. */
export function AdvancedSettings({ page }: { page: Setting['page'] }) {
  const names = namesOn(page, 'advanced');
  return (
    <Advanced anchors={names.map(settingAnchor)}>
      {names.map((name) => (
        <SettingRow key={name} name={name} />
      ))}
    </Advanced>
  );
}

function namesOn(page: Setting['page'], shown: Setting['shown']): readonly SettingName[] {
  return SETTING_NAMES.filter((name) => SETTINGS[name].page === page && SETTINGS[name].shown === shown);
}

/** A setting for everyone, saved as it is changed. */
function SettingRow({ name }: { name: SettingName }) {
  const { data } = useSettings();
  const { save, problems } = useSaveSettings();
  const shown = data?.values.find(({ key }) => key === name);
  if (shown === undefined) return null;
  const { title, description, kind } = SETTINGS[name];
  return (
    <ControlRow
      id={settingAnchor(name)}
      title={title}
      help={description}
      changed={shown.from === 'global'}
      problem={problems[name]}
      onReset={() => void save({ [name]: null }, `${title}: default`)}
      kind={controlOf(kind)}
      value={shown.value}
      onChange={(next) => void save({ [name]: next }, title)}
    />
  );
}

/** Kinds that have a page of their own are no rows. */
function controlOf(kind: (typeof SETTINGS)[SettingName]['kind']): ControlKind {
  return kind.type === 'prompt' || kind.type === 'strategy' || kind.type === 'preset' ? { type: 'none' } : kind;
}

/** Settings few people need, folded away. Opens by itself when a search leads to one of them. */
function Advanced({ anchors = [], children }: { anchors?: readonly string[]; children: ReactNode }) {
  const target = useTarget();
  const wanted = anchors.includes(target);
  const [open, setOpen] = useState(wanted);
  useEffect(() => {
    if (wanted) setOpen(true);
  }, [wanted]);
  return (
    <Disclosure summary={<span className="font-medium">Advanced</span>} open={open} onOpenChange={setOpen} className="mb-8">
      <div className="grid divide-y divide-line pl-5">{children}</div>
    </Disclosure>
  );
}
