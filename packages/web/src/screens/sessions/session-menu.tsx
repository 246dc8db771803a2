import { useNavigate } from '@tanstack/react-router';
import type { Project, Session } from '@tenfold/contract';
import {
  Archive,
  ArchiveRestore,
  Download,
  Ellipsis,
  Flag,
  Folder,
  FolderInput,
  FolderMinus,
  Pencil,
  Pin,
  PinOff,
  Play,
  Trash2,
} from 'lucide-react';
import { useProjects } from '../../queries/projects.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator, SubMenu } from '../../ui/menu.tsx';
import { sessionName } from '../../ui/session-name.ts';
import { download } from './download.ts';
import type { RowActions } from './row-actions.ts';

/** Everything that can be done with a session. */
export function SessionMenu({ session, actions }: { session: Session; actions: RowActions }) {
  const navigate = useNavigate();
  const params = { session: session.id };
  const archived = session.archivedAt !== null;
  return (
    <Menu trigger={<IconButton label={`Actions for ${sessionName(session)}`} icon={<Ellipsis />} className="relative z-10" />}>
      <MenuItem icon={<Play />} shortcut="↵" onSelect={() => navigate({ to: '/s/$session', params })}>
        Resume Latest
      </MenuItem>
      <MenuItem icon={<Flag />} onSelect={() => navigate({ to: '/s/$session/timeline', params })}>
        Browse Checkpoints
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Pencil />} shortcut="r" onSelect={() => actions.rename(session)}>
        Rename
      </MenuItem>
      <MenuItem icon={session.pinnedAt === null ? <Pin /> : <PinOff />} shortcut="p" onSelect={() => actions.pin(session)}>
        {session.pinnedAt === null ? 'Pin' : 'Unpin'}
      </MenuItem>
      <MoveMenu session={session} onMove={(to) => actions.move(session, to)} />
      <MenuItem icon={<Download />} onSelect={() => download(session.id, 'jsonl')}>
        Export as JSONL
      </MenuItem>
      <MenuItem icon={<Download />} onSelect={() => download(session.id, 'markdown')}>
        Export as Markdown
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={archived ? <ArchiveRestore /> : <Archive />} shortcut="x" onSelect={() => actions.archive(session)}>
        {archived ? 'Bring back' : 'Archive'}
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger onSelect={() => actions.remove(session)}>
        Delete
      </MenuItem>
    </Menu>
  );
}

/** The projects a conversation can go to, and the way out of the one it is in. */
function MoveMenu({ session, onMove }: { session: Session; onMove: (to: Project | null) => void }) {
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
