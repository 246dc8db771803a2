import { Link } from '@tanstack/react-router';
import type { MiniStatus, Session } from '@tenfold/contract';
import { Flag, Play } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { ago, counted, when } from '../../ui/figures.ts';
import { joined } from '../../ui/joined.ts';
import { sessionName } from '../../ui/names.ts';
import { RenameField } from './rename-field.tsx';
import { SessionMenu } from './session-menu.tsx';
import type { RowActions } from './use-row-actions.ts';

/** One session: what it is, where it stands, and ways back into it. */
export function SessionRow({ session, renaming, actions }: { session: Session; renaming: boolean; actions: RowActions }) {
  const { id, title, lastMessage, updatedAt, checkpoints, status } = session;
  return (
    <li
      data-session={id}
      className="group relative flex items-center gap-2 rounded-xl px-3 py-2 [contain-intrinsic-size:auto_4rem] [content-visibility:auto] focus-within:bg-surface hover:bg-surface"
    >
      {renaming ? (
        <RenameField title={title} onDone={(next) => actions.retitle(session, next)} />
      ) : (
        <Link
          to="/s/$session"
          params={{ session: id }}
          data-row=""
          className="min-w-0 flex-1 after:absolute after:inset-0 after:rounded-xl"
        >
          <span className="flex items-center gap-2">
            <span className="truncate font-medium">{sessionName(session)}</span>
            {session.kind === 'knowledge-officer' && <Badge tone="accent">Knowledge officer</Badge>}
            {session.archivedAt !== null && <Badge>Archived</Badge>}
          </span>
          <span className="block truncate text-ink-soft text-sm">{lastMessage ?? 'No messages yet'}</span>
        </Link>
      )}
      <WaysBack session={id} looks={[IN_ROW, IN_ROW]} />
      <div className="grid shrink-0 grid-cols-2 items-center gap-x-2 gap-y-0.5 text-ink-faint text-xs tabular-nums sm:flex sm:gap-4">
        <time className="text-right" dateTime={new Date(updatedAt).toISOString()} title={when(updatedAt)}>
          {ago(updatedAt)}
        </time>
        <span
          className="inline-flex items-center justify-end gap-1 sm:w-10 sm:justify-start"
          title={counted(checkpoints, 'checkpoint')}
        >
          <Flag className="size-3" aria-hidden="true" />
          <span aria-hidden="true">{checkpoints}</span>
          <span className="sr-only">{counted(checkpoints, 'checkpoint')}</span>
        </span>
        <span className="col-span-2 flex justify-end sm:w-24">{status !== undefined && <MiniGauge status={status} />}</span>
      </div>
      <SessionMenu session={session} actions={actions} />
    </li>
  );
}

/** Shown where there is a pointer and when focus is in the row. */
const IN_ROW =
  'relative z-10 hidden min-h-7 items-center gap-1 rounded-lg border border-line bg-surface px-2 text-ink-soft text-xs hover:text-ink group-focus-within:inline-flex group-hover:inline-flex max-lg:hidden! [&_svg]:size-3';

/** The two ways back into a session. */
export function WaysBack({
  session,
  title,
  looks: [resume, browse],
}: {
  session: string;
  title?: string;
  looks: readonly [string, string];
}) {
  return (
    <>
      <Link to="/s/$session" params={{ session }} title={title} className={resume}>
        <Play aria-hidden="true" />
        Resume Latest
      </Link>
      <Link to="/s/$session/timeline" params={{ session }} title={title} className={browse}>
        <Flag aria-hidden="true" />
        Browse Checkpoints
      </Link>
    </>
  );
}

const FILL = { normal: 'bg-normal', warning: 'bg-warning-fill', critical: 'bg-critical' } as const;

/** How full a session is, for lists. */
function MiniGauge({ status }: { status: MiniStatus }) {
  const percent = Math.round(status.percent);
  return (
    <span
      className="inline-flex items-center gap-1.5 text-ink-soft text-xs tabular-nums"
      title={`${percent}% of its room, ${status.level}`}
    >
      <span className="h-1.5 w-12 overflow-hidden rounded-full bg-sunken ring-1 ring-line" aria-hidden="true">
        <span className={joined('block h-full', FILL[status.level])} style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
      <span className="min-w-8 text-right">{percent}%</span>
    </span>
  );
}
