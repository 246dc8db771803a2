import type { Preset } from '@tenfold/contract';
import { findPreset } from '@tenfold/core';
import { useState } from 'react';
import { SavePreset } from '../../../presets/save-preset.tsx';
import { presetFile, useAddPreset, usePresets, useRemovePreset } from '../../../queries/presets.ts';
import { useSetting, useStrategies } from '../../../queries/settings.ts';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { saveJson } from '../../../ui/save-as.ts';
import { toastProblem } from '../../../ui/toast.tsx';
import { FileButton } from '../file-button.tsx';
import { noteSaved } from '../saved.tsx';
import { settingAnchor } from '../search/setting-anchor.ts';
import { useSaveSettings } from '../use-save-setting.ts';
import { ImportPreset } from './import-preset.tsx';
import { PresetCard } from './preset-card.tsx';
import { fileName, readPresetFile } from './preset-diff.ts';
import { PresetEditor } from './preset-editor.tsx';

type Doing =
  | { readonly what: 'edit' | 'copy'; readonly preset: Preset }
  | { readonly what: 'import'; readonly name: string; readonly text: string };

/** Ready-made and saved ways to condense. */
export function PresetsSection() {
  const { data: presets = [], error, refetch } = usePresets();
  const { data: strategies = [] } = useStrategies();
  const used = useSetting('preset') ?? null;
  const [doing, setDoing] = useState<Doing | null>(null);
  const actions = usePresetActions(used, setDoing);
  const close = () => setDoing(null);
  if (doing?.what === 'edit') {
    const strategy = strategies.find(({ id }) => id === doing.preset.strategy);
    return <PresetEditor key={doing.preset.id} preset={doing.preset} strategy={strategy} onClose={close} />;
  }
  return (
    <div id={settingAnchor('preset')}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <p className="max-w-prose text-ink-soft text-sm">
          Applying a preset replaces the strategy and its settings in every conversation that does not choose its own.
        </p>
        <FileButton label="Import preset" onText={(text, name) => setDoing({ what: 'import', name, text })} />
      </div>
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      <ul className="grid gap-3 md:grid-cols-2">
        {presets.map((preset) => (
          <PresetCard
            key={preset.id}
            preset={preset}
            inUse={preset.id === used}
            strategyName={strategies.find(({ id }) => id === preset.strategy)?.name ?? preset.strategy}
            about={findPreset(preset.id)}
            actions={actions}
          />
        ))}
      </ul>
      {doing?.what === 'copy' && (
        <SavePreset
          strategy={doing.preset.strategy}
          config={doing.preset.config}
          name={`${doing.preset.name} (mine)`}
          onSaved={({ name, undo }) => noteSaved(`Preset ${name}`, undo)}
          onClose={close}
        />
      )}
      {doing?.what === 'import' && <ImportPreset name={doing.name} read={readPresetFile(doing.text, presets)} onClose={close} />}
    </div>
  );
}

function usePresetActions(used: string | null, start: (doing: Doing) => void) {
  const { save } = useSaveSettings();
  const { mutateAsync: add } = useAddPreset();
  const { mutateAsync: remove } = useRemovePreset();
  return {
    apply: ({ id, name }: Preset) =>
      void (id === used ? save({ preset: null }, 'No preset') : save({ preset: id }, `Preset ${name} applied`)),
    edit: (preset: Preset) => start({ what: 'edit', preset }),
    copy: (preset: Preset) => start({ what: 'copy', preset }),
    download: ({ id, name }: Preset) => void presetFile(id).then((file) => saveJson(file, fileName(name)), toastProblem),
    remove: async ({ id, name, description, strategy, config }: Preset) => {
      const inUse = id === used;
      const bringBack = async () => {
        const again = await add({ name, description, strategy, config });
        if (inUse) await save({ preset: again.id }, `Preset ${name} applied`);
      };
      if (inUse) await save({ preset: null }, 'No preset');
      const notice = `Preset ${name} deleted${inUse ? '; the chosen strategy is in use again' : ''}`;
      await remove(id).then(() => noteSaved(notice, bringBack), toastProblem);
    },
  };
}
