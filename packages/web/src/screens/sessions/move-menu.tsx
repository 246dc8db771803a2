import type { Project, Session } from '@tenfold/contract';
import { Folder, FolderInput, FolderMinus } from 'lucide-react';
import { useProjects } from '../../queries/projects.ts';
import { MenuItem, MenuSeparator, SubMenu } from '../../ui/menu.tsx';

/** The projects a conversation can go to, and the way out of the one it is in. */
export function MoveMenu({ session, onMove }: { session: Session; onMove: (to: Project | null) => void }) {
  const { data: projects = [] } = useProjects();
  if (session.kind === 'knowledge-officer') return null;
  if (projects.length === 0)
    return (
      <MenuItem icon={<FolderInput />} disabled onSelect={() => {}}>
        Move to project (make one first)
      </MenuItem>
    );
  return (
    <SubMenu icon={<FolderInput />} label="Move to project">
      {projects.map((project) => (
        <MenuItem key={project.id} icon={<Folder />} disabled={project.id === session.projectId} onSelect={() => onMove(project)}>
          <span className="block truncate">{project.name}</span>
        </MenuItem>
      ))}
      {session.projectId !== null && (
        <>
          <MenuSeparator />
          <MenuItem icon={<FolderMinus />} onSelect={() => onMove(null)}>
            No project
          </MenuItem>
        </>
      )}
    </SubMenu>
  );
}
