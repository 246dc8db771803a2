import type { JsonObject } from '@tenfold/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { LabColumn } from '../../api/contract.ts';
import { useAddPreset, usePresets } from '../../queries/presets.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast, toastProblem } from '../../ui/toast.tsx';

/** Keeps a column's strategy and config under a name of one's own. */
export function SavePreset({ column, onClose }: { column: LabColumn; onClose: () => void }) {
  const [name, setName] = useState(`${column.name} (mine)`);
  const { data: presets = [] } = usePresets();
  const add = useAddPreset();
  const save = async () => {
    try {
      const preset = column.kind === 'preset' ? presets.find(({ id }) => id === column.id) : undefined;
      const strategy = preset?.strategy ?? column.id;
      const config = preset?.config ?? (await call<{ config: JsonObject }>('GET', `/api/strategies/${strategy}/config`)).config;
      await add.mutateAsync({ name: name.trim(), description: `From the lab: ${column.name}`, strategy, config });
      toast(`Saved “${name.trim()}”`, { description: 'It stands among the presets in settings and in this lab.' });
      onClose();
    } catch (error) {
      toastProblem(error);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save as preset"
      description="Keeps the strategy with its settings, to apply or to change later."
      footer={
        <Button kind="primary" disabled={name.trim() === '' || add.isPending} onClick={save}>
          Save preset
        </Button>
      }
    >
      <Field label="Name" htmlFor="preset-name">
        <TextField
          id="preset-name"
          label="Name"
          maxLength={300}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && name.trim() !== '' && void save()}
        />
      </Field>
    </Dialog>
  );
}
