import { FolderPlus, Settings2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useProjects } from '../../queries/projects.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { Select } from '../../ui/select.tsx';
import { DeleteProject } from './delete-project.tsx';
import { NewProject } from './new-project.tsx';

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
              hint: sessions === 1 ? '1 chat' : `${sessions} chats`,
            })),
          ]}
          onChange={(next) => onChange(next === ALL ? undefined : next)}
          className="max-w-44"
        />
      )}
      <Menu trigger={<IconButton label="Projects" icon={projects.length > 0 ? <Settings2 /> : <FolderPlus />} />}>
        <MenuItem icon={<FolderPlus />} onSelect={() => setCreating(true)}>
          New project…
        </MenuItem>
        <MenuItem icon={<Trash2 />} danger disabled={chosen === undefined} onSelect={() => setDeleting(true)}>
          {chosen === undefined ? 'Delete project (choose one first)' : `Delete “${chosen.name}”…`}
        </MenuItem>
      </Menu>
      {creating && <NewProject onCreated={onChange} onClose={() => setCreating(false)} />}
      {chosen !== undefined && deleting && (
        <DeleteProject project={chosen} onDeleted={() => onChange(undefined)} onClose={() => setDeleting(false)} />
      )}
    </>
  );
}
