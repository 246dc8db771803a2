import { useState } from 'react';
import { useCreateProject } from '../../queries/projects.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toastProblem } from '../../ui/toast.tsx';

/** Asks for the name of a new project. */
export function NewProject({
  open,
  onOpenChange,
  onCreated,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCreated: (project: string) => void;
}) {
  const [name, setName] = useState('');
  const { mutateAsync } = useCreateProject();
  const create = async () => {
    if (name.trim() === '') return;
    try {
      const { id } = await mutateAsync({ name: name.trim() });
      setName('');
      onOpenChange(false);
      onCreated(id);
    } catch (error) {
      toastProblem(error);
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="New project"
      description="Chats started in a project belong to it and are deleted with it."
      footer={
        <Button kind="primary" disabled={name.trim() === ''} onClick={create}>
          Create project
        </Button>
      }
    >
      <Field label="Name" htmlFor="project-name">
        <TextField
          id="project-name"
          label="Name"
          maxLength={300}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && create()}
        />
      </Field>
    </Dialog>
  );
}
