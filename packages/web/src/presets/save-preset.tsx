import type { JsonObject } from '@tenfold/core';
import { useState } from 'react';
import { fieldProblems } from '../api/field-problems.ts';
import { useAddPreset, useRemovePreset } from '../queries/presets.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toastProblem } from '../ui/toast.tsx';

/** What was saved, and how to take it back. */
export interface SavedPreset {
  readonly id: string;
  readonly name: string;
  undo(): Promise<unknown>;
}

/** Saves a config under a name. Whoever opens it says that it is saved. */
export function SavePreset({
  strategy,
  config,
  name: proposed = '',
  description: about = '',
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
  const { mutateAsync: add, isPending } = useAddPreset();
  const { mutateAsync: remove } = useRemovePreset();
  const [name, setName] = useState(proposed);
  const [description, setDescription] = useState(about);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const save = async () => {
    try {
      const { id } = await add({ name: name.trim(), description: description.trim(), strategy, config });
      onSaved({ id, name: name.trim(), undo: () => remove(id) });
      onClose();
    } catch (error) {
      const found = fieldProblems(error);
      setProblems(found);
      if (Object.keys(found).length === 0) toastProblem(error);
    }
  };
  const others = Object.entries(problems).filter(([field]) => field !== 'name' && field !== 'description');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save as preset"
      description="A preset can be applied with one click, exported and shared."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={isPending || name.trim() === ''} onClick={() => void save()}>
            Save preset
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4 pb-2"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label="Name" htmlFor="preset-name" problem={problems.name}>
          <TextField
            id="preset-name"
            label="Name"
            maxLength={300}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field
          label="Description"
          htmlFor="preset-description"
          problem={problems.description}
          help="What it is good for. Optional."
        >
          <TextField
            id="preset-description"
            label="Description"
            maxLength={5_000}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        {others.map(([field, message]) => (
          <p key={field} role="alert" className="text-critical text-xs">
            {field}: {message}
          </p>
        ))}
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
