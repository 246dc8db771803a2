import type { Preset, StrategyInfo } from '@tenfold/contract';
import type { JsonObject, SmartConfig } from '@tenfold/core';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { fieldProblems } from '../../../api/field-problems.ts';
import { useChangePreset } from '../../../queries/presets.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toastProblem } from '../../../ui/toast.tsx';
import { withOwnIds } from '../passes/edit-passes.ts';
import { SmartEditor } from '../passes/smart-editor.tsx';
import { noteSaved } from '../saved.ts';
import { ConfigForm } from '../strategy/config-form.tsx';

/** Edits one's own preset: its name, what it is for, and what its strategy is told. */
export function PresetEditor({
  preset,
  strategy,
  onClose,
}: {
  preset: Preset;
  strategy: StrategyInfo | undefined;
  onClose: () => void;
}) {
  const { mutateAsync, isPending } = useChangePreset();
  const [name, setName] = useState(preset.name);
  const [description, setDescription] = useState(preset.description);
  const [config, setConfig] = useState<JsonObject>(() =>
    preset.strategy === 'smart' ? (withOwnIds(preset.config as unknown as SmartConfig) as unknown as JsonObject) : preset.config,
  );
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const inConfig = Object.fromEntries(
    Object.entries(problems).map(([field, message]) => [field.replace(/^config\./, ''), message]),
  );
  const save = async () => {
    const { id, version, ...before } = preset;
    try {
      await mutateAsync({ id, name, description, config, expect: version });
      noteSaved(`Preset ${name}`, () =>
        mutateAsync({ id, name: before.name, description: before.description, config: before.config }),
      );
      onClose();
    } catch (error) {
      const found = fieldProblems(error);
      setProblems(found);
      if (Object.keys(found).length === 0) toastProblem(error);
    }
  };
  return (
    <section aria-label={`Edit ${preset.name}`}>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <Button kind="quiet" onClick={onClose}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          All presets
        </Button>
        <span className="flex-1" />
        <Button kind="primary" disabled={isPending} onClick={() => void save()}>
          Save preset
        </Button>
      </div>
      <div className="mb-5 grid items-start gap-4 sm:grid-cols-2">
        <Field label="Name" htmlFor="edit-preset-name" problem={problems.name}>
          <TextField id="edit-preset-name" label="Name" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label="Description" htmlFor="edit-preset-description" problem={problems.description}>
          <TextField
            id="edit-preset-description"
            label="Description"
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
      </div>
      {Object.entries(problems).map(([field, message]) => (
        <p key={field} role="alert" className="text-critical text-xs">
          {field}: {message}
        </p>
      ))}
      {preset.strategy === 'smart' ? (
        <SmartEditor config={config as unknown as SmartConfig} onChange={(next) => setConfig(next as unknown as JsonObject)} />
      ) : (
        strategy !== undefined && <ConfigForm strategy={strategy} config={config} problems={inConfig} onChange={setConfig} />
      )}
    </section>
  );
}
