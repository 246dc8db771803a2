import type { ModelLimits } from '@tenfold/contract';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { PROVIDERS } from '../profiles/providers.ts';
import { draftOf, type ModelDraft } from './model-draft.ts';
import { useSaveModel } from './use-save-model.ts';

type NumberName = 'contextWindow' | 'maxInputTokens' | 'maxOutputTokens' | 'threshold' | 'retentionTokens';

const NUMBERS: readonly { name: NumberName; label: string; help: string; step: number; placeholder?: string }[] = [
  { name: 'contextWindow', label: 'Context window', help: 'Tokens of input and answer together.', step: 1_000 },
  { name: 'maxOutputTokens', label: 'Most output', help: 'Tokens kept free for the answer.', step: 1_000 },
  {
    name: 'maxInputTokens',
    label: 'Most input',
    help: 'Only where the provider takes less than the window leaves.',
    step: 1_000,
    placeholder: 'what the window leaves',
  },
  {
    name: 'threshold',
    label: 'Wait and condense from (percent)',
    help: 'From 5 to 100 percent of the room. Empty inherits the general threshold.',
    step: 1,
    placeholder: 'inherit',
  },
  {
    name: 'retentionTokens',
    label: 'Keep recent (tokens)',
    help: 'Recent messages that condensing leaves as they are. Empty inherits.',
    step: 100,
    placeholder: 'inherit',
  },
];

/** Adds a model or changes its limits. */
export function ModelForm({ model, onClose }: { model: ModelLimits | null; onClose: () => void }) {
  const [draft, setDraft] = useState<ModelDraft>(() => draftOf(model));
  const { save, problems, saving } = useSaveModel(model, onClose);
  const change = (patch: Partial<ModelDraft>) => setDraft((now) => ({ ...now, ...patch }));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={model === null ? 'Add a model' : model.id}
      description="Limits are in force at once, also for conversations that are open."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={saving} onClick={() => void save(draft)}>
            {model === null ? 'Add model' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4 pb-2"
        onSubmit={(event) => {
          event.preventDefault();
          void save(draft);
        }}
      >
        {model === null && (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field label="Provider">
              <Select label="Provider" value={draft.provider} choices={PROVIDERS} onChange={(provider) => change({ provider })} />
            </Field>
            <Field label="Model" htmlFor="model-name" problem={problems.id} help="As the provider names it.">
              <TextField
                id="model-name"
                label="Model"
                value={draft.model}
                invalid={problems.id !== undefined}
                onChange={(event) => change({ model: event.target.value })}
              />
            </Field>
          </div>
        )}
        {NUMBERS.map(({ name, label, help, step, placeholder }) => (
          <Field key={name} label={label} help={help} problem={problems[name]}>
            <NumberField
              label={label}
              value={draft[name]}
              step={step}
              invalid={problems[name] !== undefined}
              {...(placeholder === undefined ? {} : { placeholder })}
              onChange={(value) => change({ [name]: value })}
            />
          </Field>
        ))}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
