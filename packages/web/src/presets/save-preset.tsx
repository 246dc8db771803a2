import type { JsonObject } from '@tenfold/core';
import { useAddPreset, useRemovePreset } from '../queries/presets.ts';
import { FieldProblemList } from '../screens/settings/field-problem-list.tsx';
import { Fields, type FormField, useDraft } from '../screens/settings/form/fields.tsx';
import { useSave } from '../screens/settings/use-save.ts';
import { FormDialog } from '../ui/form-dialog.tsx';

/** What was saved, and how to take it back. */
export interface SavedPreset {
  readonly name: string;
  undo(): Promise<unknown>;
}

/** What a preset says of itself. */
export const PRESET_FIELDS: readonly FormField[] = [
  { name: 'name', label: 'Name', kind: { type: 'line', max: 300 } },
  { name: 'description', label: 'Description', help: 'What it is good for. Optional.', kind: { type: 'line', max: 5_000 } },
];

/** Saves a config under a name. Whoever opens it says that it is saved. */
export function SavePreset({
  strategy,
  config,
  name = '',
  description = '',
  onSaved,
  onClose,
}: {
  strategy: string;
  config: JsonObject;
  /** Proposed; both can be changed. */
  name?: string;
  description?: string;
  onSaved: (saved: SavedPreset) => void;
  onClose: () => void;
}) {
  const { mutateAsync: add } = useAddPreset();
  const { mutateAsync: remove } = useRemovePreset();
  const { values, onChange } = useDraft({ name, description });
  const { save: run, problems, saving } = useSave();
  const { name: wrongName, description: wrongDescription, ...others } = problems;
  const wish = { name: values.name.trim(), description: values.description.trim(), strategy, config };
  const save = async () => {
    const isSaved = await run(async () => {
      const { id } = await add(wish);
      onSaved({ name: wish.name, undo: () => remove(id) });
    }, null);
    if (isSaved) onClose();
  };
  return (
    <FormDialog
      title="Save as preset"
      description="A preset can be applied with one click, exported and shared."
      action="Save preset"
      disabled={saving || wish.name === ''}
      problems={problems}
      onSave={() => void save()}
      onClose={onClose}
    >
      <Fields fields={PRESET_FIELDS} {...{ values, onChange, problems }} className="grid gap-4" />
      <FieldProblemList problems={others} />
    </FormDialog>
  );
}
