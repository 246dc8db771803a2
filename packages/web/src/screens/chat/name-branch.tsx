import type { Branch } from '@tenfold/contract';
import { useState } from 'react';
import { useNameBranch } from '../../queries/branches.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { branchName } from '../../ui/names.ts';
import { TextField } from '../../ui/text-field.tsx';

/** Gives a branch a name, or with an empty field takes it off again. */
export function NameBranch({ branch, onClose }: { branch: Branch; onClose: () => void }) {
  const [label, setLabel] = useState(branch.label ?? '');
  const name = useNameBranch();
  const submit = () => name.mutate({ branch, label: label.trim() || null }, { onSuccess: onClose });
  return (
    <FormDialog title="Name this branch" action="Save" disabled={name.isPending} onSave={submit} onClose={onClose}>
      <TextField
        label="Name"
        placeholder={branchName({ name: branch.name, label: null })}
        maxLength={100}
        value={label}
        onChange={setLabel}
      />
    </FormDialog>
  );
}
