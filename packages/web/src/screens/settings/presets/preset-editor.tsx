import type { Preset, StrategyInfo } from '@tenfold/contract';
import { asJson, type JsonObject } from '@tenfold/core';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { PRESET_FIELDS } from '../../../presets/save-preset.tsx';
import { useChangePreset } from '../../../queries/presets.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldProblemList } from '../field-problem-list.tsx';
import { Fields, useDraft } from '../form/fields.tsx';
import { smartConfig, withOwnIds } from '../passes/edit-passes.ts';
import { SmartEditor } from '../passes/smart-editor.tsx';
import { ConfigForm } from '../strategy/config-form.tsx';
import { useSave } from '../use-save.ts';

/** Edits one's own preset: its name, what it is for, and the config of its strategy. */
export function PresetEditor({
  preset,
  strategy,
  onClose,
}: {
  preset: Preset;
  strategy: StrategyInfo | undefined;
  onClose: () => void;
}) {
  const { mutateAsync } = useChangePreset();
  const about = useDraft({ name: preset.name, description: preset.description });
  const { name, description } = about.values;
  const [config, setConfig] = useState<JsonObject>(() =>
    preset.strategy === 'smart' ? asJson(withOwnIds(smartConfig(preset.config))) : preset.config,
  );
  const { save: run, problems, saving } = useSave();
  const inConfig = Object.fromEntries(
    Object.entries(problems).map(([field, message]) => [field.replace(/^config\./, ''), message]),
  );
  const save = async () => {
    const { id, version, ...before } = preset;
    const change = () => mutateAsync({ id, name, description, config, expect: version });
    const undo = () => mutateAsync({ id, name: before.name, description: before.description, config: before.config });
    if (await run(change, `Preset ${name}`, undo)) onClose();
  };
  return (
    <section aria-label={`Edit ${preset.name}`}>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Button kind="quiet" icon={<ArrowLeft />} label="All presets" onClick={onClose} />
        <span className="flex-1" />
        <Button kind="primary" label="Save preset" disabled={saving} onClick={() => void save()} />
      </div>
      <div className="mb-5">
        <Fields fields={PRESET_FIELDS} {...about} problems={problems} />
      </div>
      <FieldProblemList problems={problems} />
      {preset.strategy === 'smart' ? (
        <SmartEditor config={smartConfig(config)} onChange={(next) => setConfig(asJson(next))} />
      ) : (
        strategy !== undefined && <ConfigForm strategy={strategy} config={config} problems={inConfig} onChange={setConfig} />
      )}
    </section>
  );
}
