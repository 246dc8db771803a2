import { useState } from 'react';
import { useCreateProject } from '../../queries/projects.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toastProblem } from '../../ui/toast.tsx';

/** Asks for the name of a new project. */
export function NewProject({ onCreated, onClose }: { onCreated: (project: string) => void; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { mutate, isPending } = useCreateProject();
  const name = typed.trim();
  const created = ({ id }: { id: string }) => {
    onClose();
    onCreated(id);
  };
  return (
    <FormDialog
      title="New project"
      description="Chats started in a project belong to it and are deleted with it."
      action="Create project"
      disabled={isPending || name === ''}
      onSave={() => name !== '' && mutate({ name }, { onSuccess: created, onError: toastProblem })}
      onClose={onClose}
    >
      <Field label="Name" htmlFor="project-name">
        <TextField
          id="project-name"
          label="Name"
          maxLength={300}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
