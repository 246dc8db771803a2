import type { Project } from '@tenfold/contract';
import { FolderPlus, Settings2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCreateProject, useProjects, useRemoveProject } from '../../queries/projects.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Field } from '../../ui/field.tsx';
import { counted } from '../../ui/figures.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';

const ALL = '';

/** Which project's chats are shown, and a way to make or delete one. */
export function ProjectPicker({
  project,
  onChange,
}: {
  project: string | undefined;
  onChange: (project: string | undefined) => void;
}) {
  const { data: projects = [] } = useProjects();
  const [creating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const chosen = projects.find(({ id }) => id === project);
  return (
    <>
      {projects.length > 0 && (
        <Select
          label="Project"
          value={chosen?.id ?? ALL}
          choices={[
            { value: ALL, label: 'All conversations' },
            ...projects.map(({ id, name, sessions }) => ({
              value: id,
              label: name,
              hint: counted(sessions, 'chat'),
            })),
          ]}
          onChange={(next) => onChange(next === ALL ? undefined : next)}
          className="max-w-44"
        />
      )}
      <Menu trigger={<IconButton label="Projects" icon={projects.length > 0 ? <Settings2 /> : <FolderPlus />} />}>
        <MenuItem icon={<FolderPlus />} label="New project…" onSelect={() => setCreating(true)} />
        <MenuItem
          icon={<Trash2 />}
          danger
          label={chosen === undefined ? 'Delete project (choose one first)' : `Delete “${chosen.name}”…`}
          disabled={chosen === undefined}
          onSelect={() => setDeleting(true)}
        />
      </Menu>
      {creating && <NewProject onCreated={onChange} onClose={() => setCreating(false)} />}
      {chosen !== undefined && deleting && (
        <DeleteProject project={chosen} onDeleted={() => onChange(undefined)} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}

/** Asks before a project goes, with all that goes with it. */
function DeleteProject({
  project: { id, name, sessions },
  onDeleted,
  onClose,
}: {
  project: Project;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { mutate } = useRemoveProject((gone) => {
    onDeleted();
    toast(`Deleted “${name}”`, { description: `${gone.sessions.length} of its chats went with it.` });
  });
  const chats = counted(sessions, 'chat');
  return (
    <Confirm
      onClose={onClose}
      title={`Delete “${name}” and its ${chats}?`}
      action={`Delete project and ${chats}`}
      danger
      onConfirm={() => mutate(id)}
    >
      Every message, checkpoint and condensation in them is deleted for good. This cannot be undone; export what you want to keep
      first. Other conversations stay.
    </Confirm>
  );
}

/** Asks for the name of a new project. */
function NewProject({ onCreated, onClose }: { onCreated: (project: string) => void; onClose: () => void }) {
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
      onSave={() => name !== '' && mutate({ name }, { onSuccess: created })}
      onClose={onClose}
    >
      <Field label="Name" htmlFor="project-name">
        <TextField id="project-name" label="Name" maxLength={300} value={typed} onChange={setTyped} />
      </Field>
    </FormDialog>
  );
}
