import { asJson, type SmartConfig, smartDefaults } from '@tenfold/core';
import { useState } from 'react';
import { SavePreset } from '../../../presets/save-preset.tsx';
import { usePresets } from '../../../queries/presets.ts';
import { useSetting } from '../../../queries/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { FieldProblemList } from '../field-problem-list.tsx';
import { noteSaved } from '../saved.tsx';
import { useSaveConfig } from '../strategy/use-save-config.ts';
import { useUnsaved } from '../unsaved.ts';
import { useSaveSettings } from '../use-save-setting.ts';
import { smartConfig, withOwnIds } from './edit-passes.ts';
import { SmartEditor } from './smart-editor.tsx';

/** The passes of the Smart strategy: edited as a draft, tried on a conversation, then saved. */
export function PassesSection() {
  const { config: saved, save, problems, isPending } = useSaveConfig('smart');
  const { data: presets = [] } = usePresets();
  const [draft, setDraft] = useUnsaved<SmartConfig>('passes');
  const [naming, setNaming] = useState(false);
  const shown = draft ?? withOwnIds({ ...smartDefaults, ...smartConfig(saved) });
  const dirty = draft !== null;
  if (isPending) return <Spinner label="Loading passes…" />;
  const keep = async () => {
    if (draft !== null && (await save(asJson(draft), 'Smart passes'))) setDraft(null);
  };
  return (
    <>
      <SmartInUse />
      <div className="sticky top-0 z-10 mb-3 flex flex-wrap items-center gap-2 border-line border-b bg-paper py-2">
        <Button kind="primary" label="Save passes" disabled={!dirty} onClick={() => void keep()} />
        <Button label="Discard" disabled={!dirty} onClick={() => setDraft(null)} />
        <Menu align="start" trigger={<Button label="Start from…" />}>
          <MenuItem label="Smart’s own defaults" onSelect={() => setDraft(smartDefaults)} />
          {presets
            .filter(({ strategy }) => strategy === 'smart')
            .map(({ id, name, config }) => (
              <MenuItem label={name} key={id} onSelect={() => setDraft(withOwnIds(smartConfig(config)))} />
            ))}
        </Menu>
        <Button label="Save as preset…" onClick={() => setNaming(true)} />
        <span role="status" className="text-ink-soft text-sm">
          {dirty ? 'Not saved yet. It stays here while you look elsewhere' : ''}
        </span>
        <FieldProblemList problems={problems} />
      </div>
      <SmartEditor config={shown} onChange={setDraft} />
      {naming && (
        <SavePreset
          strategy="smart"
          config={asJson(shown)}
          onSaved={({ name, undo }) => noteSaved(`Preset ${name}`, undo)}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

/** Says so where another strategy is in use, with a way to change that. */
function SmartInUse() {
  const strategy = useSetting('strategy');
  const preset = useSetting('preset') ?? null;
  const { save } = useSaveSettings();
  if (strategy === undefined || (strategy === 'smart' && preset === null)) return null;
  return (
    <Notice
      className="mb-3"
      actions={
        <Button small label="Use Smart" onClick={() => void save({ strategy: 'smart', preset: null }, 'Strategy: Smart')} />
      }
    >
      {preset === null ? 'Another strategy is in use' : 'A preset is in use'}; these passes run once Smart is chosen.
    </Notice>
  );
}
