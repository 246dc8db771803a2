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
import { sessionName } from '../../ui/names.ts';
import { download } from './download.ts';
import type { RowActions } from './use-row-actions.ts';

/** Everything that can be done with a session. */
export function SessionMenu({ session, actions }: { session: Session; actions: RowActions }) {
  const navigate = useNavigate();
  const params = { session: session.id };
  const archived = session.archivedAt !== null;
  return (
    <Menu trigger={<IconButton label={`Actions for ${sessionName(session)}`} icon={<Ellipsis />} className="relative z-10" />}>
      <MenuItem icon={<Play />} label="Resume Latest" shortcut="↵" onSelect={() => navigate({ to: '/s/$session', params })} />
      <MenuItem icon={<Flag />} label="Browse Checkpoints" onSelect={() => navigate({ to: '/s/$session/timeline', params })} />
      <MenuSeparator />
      <MenuItem icon={<Pencil />} label="Rename" shortcut="r" onSelect={() => actions.rename(session)} />
      <MenuItem
        icon={session.pinnedAt === null ? <Pin /> : <PinOff />}
        label={session.pinnedAt === null ? 'Pin' : 'Unpin'}
        shortcut="p"
        onSelect={() => actions.pin(session)}
      />
      <MoveMenu session={session} onMove={(to) => actions.move(session, to)} />
      <MenuItem icon={<Download />} label="Export as JSONL" onSelect={() => download(session.id, 'jsonl')} />
      <MenuItem icon={<Download />} label="Export as Markdown" onSelect={() => download(session.id, 'markdown')} />
      <MenuSeparator />
      <MenuItem
        icon={archived ? <ArchiveRestore /> : <Archive />}
        label={archived ? 'Bring back' : 'Archive'}
        shortcut="x"
        onSelect={() => actions.archive(session)}
      />
      <MenuItem icon={<Trash2 />} danger label="Delete" onSelect={() => actions.remove(session)} />
    </Menu>
  );
}

/** The projects a conversation can go to, and the way out of the one it is in. */
function MoveMenu({ session, onMove }: { session: Session; onMove: (to: Project | null) => void }) {
  const { data: projects = [] } = useProjects();
  if (session.kind === 'knowledge-officer') return null;
  if (projects.length === 0)
    return <MenuItem icon={<FolderInput />} label="Move to project (make one first)" disabled onSelect={() => {}} />;
  return (
    <SubMenu icon={<FolderInput />} label="Move to project">
      {projects.map((project) => (
        <MenuItem
          key={project.id}
          icon={<Folder />}
          disabled={project.id === session.projectId}
          onSelect={() => onMove(project)}
          label={<span className="block truncate">{project.name}</span>}
        />
      ))}
      {session.projectId !== null && (
        <>
          <MenuSeparator />
          <MenuItem icon={<FolderMinus />} label="No project" onSelect={() => onMove(null)} />
        </>
      )}
    </SubMenu>
  );
}
