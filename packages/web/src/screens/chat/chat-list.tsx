import { Link } from '@tanstack/react-router';
import type { Session } from '@tenfold/contract';
import { PanelLeftClose, PanelLeftOpen, Plus } from 'lucide-react';
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react';
import { useProjects } from '../../queries/projects.ts';
import { useStartSession } from '../../queries/sessions.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { joined } from '../../ui/joined.ts';
import { sessionName } from '../../ui/names.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { dayGroups } from '../sessions/day-groups.ts';
import { MoreSessions } from '../sessions/more-sessions.tsx';
import { ProjectPicker } from '../sessions/project-picker.tsx';
import { RenameField } from '../sessions/rename-field.tsx';
import { moveFocus } from '../sessions/row-focus.ts';
import { SessionMenu } from '../sessions/session-menu.tsx';
import { type RowActions, useRowActions } from '../sessions/use-row-actions.ts';
import { useShownSessions } from '../sessions/use-shown-sessions.ts';

const KEPT = 'tenfold.chat-list';
/** Narrower, the list of all conversations is a screen of its own. */
const ROOM = matchMedia('(min-width: 1024px)');
/** From here on it is open unless somebody closed it. */
const WIDE = matchMedia('(min-width: 1400px)');

function subscribeToWidth(changed: () => void): () => void {
  for (const width of [ROOM, WIDE]) width.addEventListener('change', changed);
  return () => {
    for (const width of [ROOM, WIDE]) width.removeEventListener('change', changed);
  };
}

/** All conversations beside the one that is open, where the screen is wide enough; it can be opened and closed, and stays so. */
export function ChatList({ current }: { current: string }) {
  const hasRoom = useSyncExternalStore(subscribeToWidth, () => ROOM.matches);
  const isWide = useSyncExternalStore(subscribeToWidth, () => WIDE.matches);
  const [kept, setKept] = useState(() => localStorage.getItem(KEPT));
  const closed = kept === null ? !isWide : kept === 'closed';
  const toggle = () => {
    const next = closed ? 'open' : 'closed';
    localStorage.setItem(KEPT, next);
    setKept(next);
  };
  const button = (
    <IconButton
      label={closed ? 'Show the list of chats' : 'Hide the list of chats'}
      icon={closed ? <PanelLeftOpen /> : <PanelLeftClose />}
      onClick={toggle}
    />
  );
  if (!hasRoom) return null;
  return (
    <aside
      aria-label="Chats"
      className={joined('flex shrink-0 flex-col border-line border-r bg-surface', closed ? 'w-10' : 'w-64')}
    >
      {closed ? <div className="flex justify-center pt-3">{button}</div> : <OpenList current={current} close={button} />}
    </aside>
  );
}

function OpenList({ current, close }: { current: string; close: ReactNode }) {
  const [q, setQ] = useState('');
  const [project, setProject] = useState<string>();
  const { data: projects = [] } = useProjects();
  const list = useRef<HTMLElement>(null);
  const { sessions, more, fetching, isPending } = useShownSessions({ q, project });
  const { renaming, actions } = useRowActions();
  const { mutate: start, isPending: starting } = useStartSession(project);
  return (
    <>
      <div className="flex min-h-14 items-center gap-1 border-line border-b px-2">
        <SearchField label="Search chats" value={q} onChange={setQ} className="min-w-0 flex-1" />
        <IconButton label="New chat" icon={<Plus />} disabled={starting} onClick={() => start()} />
        {close}
      </div>
      {projects.length > 0 && (
        <div className="flex items-center gap-1 px-2 pt-2 [&>:first-child]:min-w-0 [&>:first-child]:flex-1">
          <ProjectPicker project={project} onChange={setProject} />
        </div>
      )}
      <nav
        ref={list}
        aria-label="Chats"
        className="min-h-0 flex-1 overflow-y-auto p-2"
        onKeyDown={({ key, target }) => {
          const by = { ArrowDown: 1, ArrowUp: -1 } as const;
          if (target instanceof HTMLAnchorElement && (key === 'ArrowDown' || key === 'ArrowUp')) moveFocus(list.current, by[key]);
        }}
      >
        {sessions.length === 0 && !isPending && (
          <p className="px-2 py-4 text-center text-ink-soft text-sm">
            {q === '' ? 'No chats here yet.' : `No chat is called “${q.slice(0, 40)}”.`}
          </p>
        )}
        {dayGroups(sessions, new Date()).map(({ name, sessions: ofDay }) => (
          <section key={name} aria-label={name}>
            <h2 className="px-2 pt-2 pb-1 text-ink-faint text-xs">{name}</h2>
            <ul>
              {ofDay.map((session) => (
                <Row key={session.id} session={session} current={session.id === current} {...{ renaming, actions }} />
              ))}
            </ul>
          </section>
        ))}
        {more !== null && <MoreSessions more={more} fetching={fetching} />}
      </nav>
    </>
  );
}

function Row({
  session,
  current,
  renaming,
  actions,
}: {
  session: Session;
  current: boolean;
  renaming: string | null;
  actions: RowActions;
}) {
  if (renaming === session.id)
    return (
      <li className="px-1 py-0.5">
        <RenameField title={session.title} onDone={(next) => actions.retitle(session, next)} />
      </li>
    );
  return (
    <li
      data-session={session.id}
      className={joined('group relative flex items-center rounded-lg hover:bg-sunken', current && 'bg-accent-soft')}
    >
      <Link
        to="/s/$session"
        params={{ session: session.id }}
        data-row=""
        aria-current={current ? 'page' : undefined}
        className="min-w-0 flex-1 truncate px-2 py-1.5 text-sm"
      >
        {sessionName(session)}
      </Link>
      <span className="opacity-0 focus-within:opacity-100 group-hover:opacity-100">
        <SessionMenu session={session} actions={actions} />
      </span>
    </li>
  );
}
