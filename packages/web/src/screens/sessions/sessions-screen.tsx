import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Session } from '@tenfold/contract';
import { Archive, Flag, MessageSquarePlus, Play, Plus, SearchX } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useSearchEverywhere } from '../../queries/sessions.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyHints } from '../../ui/key-hints.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ConnectNotice } from '../connect/connect-notice.tsx';
import { dayGroups } from './day-groups.ts';
import { DropZone } from './drop-zone.tsx';
import { FirstSteps } from './first-steps.tsx';
import { ImportButton } from './import-button.tsx';
import { ImportReport } from './import-report.tsx';
import { MoreSessions } from './more-sessions.tsx';
import { ProjectPicker } from './project-picker.tsx';
import { RecoveryPrompts } from './recovery-prompts.tsx';
import type { RowActions } from './row-actions.ts';
import { SearchHits } from './search-hits.tsx';
import { SessionRow } from './session-row.tsx';
import { useImports } from './use-imports.ts';
import { useRowActions } from './use-row-actions.ts';
import { useSessionKeys } from './use-session-keys.ts';
import { type Shown, useShownSessions } from './use-shown-sessions.ts';
import { useStartSession } from './use-start-session.ts';

const HINTS = { '↵': 'open', 'j k': 'move', n: 'new', '/': 'search', r: 'rename', p: 'pin', x: 'archive' };

/** Where every visit begins: all conversations, what to recover, and ways to start. */
export function SessionsScreen() {
  const shown = useSearch({ from: '/' });
  const { q = '', project, archived = false } = shown;
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const change = (next: Shown) => void navigate({ to: '/', search: { ...shown, ...next }, replace: true });
  const { sessions, latest, error, refetch, isPending, more, fetching } = useShownSessions(shown);
  const { data: hits = [], isFetching } = useSearchEverywhere(q);
  const { renaming, actions } = useRowActions();
  const importing = useImports();
  const { start, starting } = useStartSession(project);
  useSessionKeys({ list, search, sessions, actions, startNew: start });
  const nothing = sessions.length === 0 && !isPending && error === null;
  const begin = (
    <>
      <ImportButton importing={importing} />
      <Button kind="primary" icon={<Plus />} label="New" onClick={start} disabled={starting} />
    </>
  );
  return (
    <DropZone onFiles={(files) => void importing.start(files)}>
      <ScreenHeader title="Sessions">
        <div className="order-last flex w-full items-center gap-2 sm:order-none sm:w-auto">
          <SearchField
            label="Search titles and text"
            inputRef={search}
            value={q}
            onChange={(next) => change({ q: next })}
            className="min-w-0 flex-1 sm:w-72"
          />
          <ProjectPicker project={project} onChange={(next) => change({ project: next })} />
        </div>
        {begin}
      </ScreenHeader>
      <div ref={list} className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-5xl px-2 py-4 sm:px-4">
          <RecoveryPrompts />
          <ConnectNotice />
          {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
          {isPending && <Spinner label="Loading conversations…" className="p-3" />}
          {sessions.length === 1 && q === '' && sessions[0] !== undefined && <FirstSteps session={sessions[0]} />}
          <SessionToolbar latest={latest} archived={archived} onArchived={(next) => change({ archived: next })} />
          <SessionList sessions={sessions} renaming={renaming} actions={actions} />
          {more !== null && <MoreSessions more={more} fetching={fetching} />}
          {q !== '' && <SearchHits hits={hits} />}
          {nothing && q === '' && <NoSessions archived={archived} actions={begin} />}
          {nothing && q !== '' && hits.length === 0 && !isFetching && <NothingFound q={q} />}
        </div>
      </div>
      <KeyHints hints={HINTS} />
      <ImportReport reports={importing.reports} onClose={importing.close} />
    </DropZone>
  );
}

/** Nothing here yet: what this place is for and three ways to begin. */
function NoSessions({ archived, actions }: { archived: boolean; actions: ReactNode }) {
  if (archived)
    return <EmptyState title="Nothing archived">Conversations you archive with x wait here, whole and searchable.</EmptyState>;
  return (
    <EmptyState icon={<MessageSquarePlus />} title="Conversations that never outgrow their model" actions={actions}>
      <p>
        Start chatting, or drop a transcript here: Claude Code, Codex, ChatGPT, Cline, Roo, opencode or plain JSONL. As a
        conversation fills its model's window, older parts are condensed about ten times shorter. Every word stays, and every
        condensation can be undone.
      </p>
    </EmptyState>
  );
}

/** Nothing was found. */
function NothingFound({ q }: { q: string }) {
  return (
    <EmptyState icon={<SearchX />} title={`Nothing holds “${q.slice(0, 80)}”`}>
      Titles and all messages were searched, condensed ones too. Try fewer or other words.
    </EmptyState>
  );
}

/** Sessions under the day they were last used. */
function SessionList({
  sessions,
  renaming,
  actions,
}: {
  sessions: readonly Session[];
  renaming: string | null;
  actions: RowActions;
}) {
  return dayGroups(sessions, new Date()).map(({ name, sessions: inDay }) => (
    <section key={name} aria-label={name} className="mb-4">
      <h2 className="px-3 pb-1 font-medium text-ink-faint text-xs">{name}</h2>
      <ul>
        {inDay.map((session) => (
          <SessionRow key={session.id} session={session} renaming={renaming === session.id} actions={actions} />
        ))}
      </ul>
    </section>
  ));
}

const LOOK = 'inline-flex min-h-7 items-center gap-1.5 rounded text-sm';

/** The shortest ways on: the latest conversation, its checkpoints, and what was put away. */
function SessionToolbar({
  latest,
  archived,
  onArchived,
}: {
  latest: Session | undefined;
  archived: boolean;
  onArchived: (archived: boolean) => void;
}) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-4 px-3">
      {latest !== undefined && !archived && (
        <>
          <Link
            to="/s/$session"
            params={{ session: latest.id }}
            className={`${LOOK} font-medium text-accent hover:underline`}
            title={latest.title}
          >
            <Play className="size-3.5" aria-hidden="true" />
            Resume Latest
          </Link>
          <Link
            to="/s/$session/timeline"
            params={{ session: latest.id }}
            className={`${LOOK} text-ink-soft hover:text-ink`}
            title={latest.title}
          >
            <Flag className="size-3.5" aria-hidden="true" />
            Browse Checkpoints
          </Link>
        </>
      )}
      <button type="button" onClick={() => onArchived(!archived)} className={`${LOOK} ml-auto text-ink-soft hover:text-ink`}>
        <Archive className="size-3.5" aria-hidden="true" />
        <span className={archived ? '' : 'max-sm:sr-only'}>{archived ? 'Back to current' : 'Archived'}</span>
      </button>
    </div>
  );
}
