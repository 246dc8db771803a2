import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Session } from '@tenfold/contract';
import { Archive, MessageSquarePlus, Plus, SearchX, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useProfiles } from '../../queries/profiles.ts';
import { useSearchEverywhere, useStartSession } from '../../queries/sessions.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyHints } from '../../ui/key-hints.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { dayGroups } from './day-groups.ts';
import { DropZone, ImportButton, ImportReport, useImports } from './importing.tsx';
import { MoreSessions } from './more-sessions.tsx';
import { ProjectPicker } from './project-picker.tsx';
import { RecoveryPrompts } from './recovery-prompts.tsx';
import { focusedSession, moveFocus } from './row-focus.ts';
import { SearchHits } from './search-hits.tsx';
import { SessionRow, WaysBack } from './session-row.tsx';
import { type RowActions, useRowActions } from './use-row-actions.ts';
import { type Shown, useShownSessions } from './use-shown-sessions.ts';

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
  const { mutate: start, isPending: starting } = useStartSession(project);
  const onFocused = (act: 'rename' | 'archive' | 'pin') => {
    const session = sessions.find(({ id }) => id === focusedSession());
    if (session !== undefined) actions[act](session);
  };
  useScreenKeys({
    n: () => start(),
    '/': () => search.current?.focus(),
    j: () => moveFocus(list.current, 1),
    k: () => moveFocus(list.current, -1),
    ArrowDown: () => moveFocus(list.current, 1),
    ArrowUp: () => moveFocus(list.current, -1),
    r: () => onFocused('rename'),
    p: () => onFocused('pin'),
    x: () => onFocused('archive'),
  });
  const nothing = sessions.length === 0 && !isPending && error === null;
  const begin = (
    <>
      <ImportButton importing={importing} />
      <Button kind="primary" icon={<Plus />} label="New" onClick={() => start()} disabled={starting} />
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
    return (
      <EmptyState title="Nothing archived">Conversations you archive with x are kept here, whole and searchable.</EmptyState>
    );
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
    <EmptyState icon={<SearchX />} title={`Nothing found for “${q.slice(0, 80)}”`}>
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

const LOOK = 'inline-flex min-h-7 items-center gap-1.5 rounded text-sm [&_svg]:size-3.5';

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
        <WaysBack
          session={latest.id}
          title={latest.title}
          looks={[`${LOOK} font-medium text-accent hover:underline`, `${LOOK} text-ink-soft hover:text-ink`]}
        />
      )}
      <button type="button" onClick={() => onArchived(!archived)} className={`${LOOK} ml-auto text-ink-soft hover:text-ink`}>
        <Archive aria-hidden="true" />
        <span className={archived ? '' : 'max-sm:sr-only'}>{archived ? 'Back to current' : 'Archived'}</span>
      </button>
    </div>
  );
}

/** While no model is set up: the way to one. */
function ConnectNotice() {
  const { data: profiles } = useProfiles();
  if (profiles === undefined || profiles.length > 0) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3 rounded-2xl border border-accent/40 bg-accent-soft p-4">
      <p className="min-w-56 flex-1">
        <span className="font-semibold">No model is connected yet.</span>{' '}
        <span className="text-ink-soft">The offline model answers: it remembers and finds passages, but cannot think.</span>
      </p>
      <Link
        to="/connect"
        className="inline-flex min-h-9 items-center rounded-lg bg-accent px-3.5 font-medium text-on-accent text-sm hover:opacity-90"
      >
        Connect a model
      </Link>
    </div>
  );
}

const KEY = 'tenfold.first-steps';

/** Three things to try with the only conversation there is; gone for good once closed. */
function FirstSteps({ session }: { session: Session }) {
  const [open, setOpen] = useState(() => localStorage.getItem(KEY) === null);
  if (!open) return null;
  const params = { session: session.id };
  const look = 'font-medium text-accent underline-offset-2 hover:underline';
  return (
    <aside aria-label="First steps" className="relative mb-5 rounded-2xl border border-line bg-surface p-5">
      <h2 className="font-semibold">A conversation to play with is ready</h2>
      <ol className="mt-2 grid list-decimal gap-1 pl-5 text-ink-soft text-sm">
        <li>
          <Link to="/s/$session" params={params} className={look}>
            Open it
          </Link>{' '}
          and watch the gauge under the messages. Condense it, then undo it: nothing is lost.
        </li>
        <li>
          <Link to="/s/$session/lab" params={params} className={look}>
            Try every strategy on it
          </Link>{' '}
          side by side. The free ones run at once.
        </li>
        <li>
          <Link to="/s/$session/inspector" params={params} className={look}>
            See exactly what is sent
          </Link>{' '}
          to the model, row by row.
        </li>
      </ol>
      <IconButton
        label="Close first steps"
        icon={<X />}
        className="absolute top-3 right-3"
        onClick={() => {
          localStorage.setItem(KEY, 'closed');
          setOpen(false);
        }}
      />
    </aside>
  );
}
