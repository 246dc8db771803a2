import type { Branch } from '@tenfold/contract';
import { useState } from 'react';
import { useNameBranch } from '../../queries/branches.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { branchName } from '../../ui/names.ts';
import { TextField } from '../../ui/text-field.tsx';
import { toast, toastProblem } from '../../ui/toast.tsx';

/** Gives a branch a name, or with an empty field takes it off again. */
export function NameBranch({ session, branch, onClose }: { session: string; branch: Branch; onClose: () => void }) {
  const [label, setLabel] = useState(branch.label ?? '');
  const name = useNameBranch(session);
  const save = (next: string | null, told: (told: Branch) => void) =>
    name.mutate(
      { branch: branch.name, label: next },
      { onSuccess: ({ branches }) => told(branches.find((one) => one.name === branch.name) ?? branch), onError: toastProblem },
    );
  const submit = () =>
    save(label.trim() || null, (named) => {
      onClose();
      const undo = { label: 'Undo', run: () => save(branch.label, () => {}) };
      toast(`The branch is called “${branchName(named)}”`, { action: undo });
    });
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
