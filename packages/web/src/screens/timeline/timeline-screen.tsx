import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Branch } from '@tenfold/contract';
import { Flag, GitBranch, Pencil } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useBranches, useChooseBranch } from '../../queries/branches.ts';
import { useCheckpoints } from '../../queries/checkpoints.ts';
import { useRuns } from '../../queries/folding.ts';
import { useSession, useStatus } from '../../queries/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyHints } from '../../ui/key-hints.tsx';
import { branchName } from '../../ui/names.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { NameBranch } from '../chat/name-branch.tsx';
import { CheckpointCard } from './checkpoint-card.tsx';
import { FoldCard } from './fold-card.tsx';
import { lanesOf } from './lanes.ts';
import { MomentRow } from './moment-row.tsx';
import { Rail } from './rail.tsx';
import { SaveProgress } from './save-progress.tsx';
import { momentsOf } from './timeline-events.ts';
import { useResume } from './use-resume.tsx';

const HINTS = { '← →': 'move', '↵': 'open', s: 'save progress' };

/** Checkpoints, condensations and branches of a conversation, and the ways back to them. */
export function TimelineScreen() {
  const { session } = useParams({ from: '/s/$session/timeline' });
  const { at: chosen } = useSearch({ from: '/s/$session/timeline' });
  const navigate = useNavigate();
  const { data: checkpoints, error, refetch } = useCheckpoints(session);
  const { data: runs = [] } = useRuns(session);
  const { data: tree } = useBranches(session);
  const { data: status } = useStatus(session);
  const { data: about } = useSession(session);
  const { choose: go } = useChooseBranch(session);
  const { resume, dialog, busy } = useResume(session);
  const [saving, setSaving] = useState(false);
  const moments = useMemo(() => momentsOf(checkpoints ?? [], runs), [checkpoints, runs]);
  const lanes = useMemo(() => (tree === undefined ? [] : lanesOf(tree)), [tree]);
  const newestFirst = useMemo(() => moments.toReversed(), [moments]);
  const choose = (at: string | undefined) => {
    void navigate({ to: '/s/$session/timeline', params: { session }, search: at === undefined ? {} : { at }, replace: true });
    if (at !== undefined)
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-moment="${CSS.escape(at)}"] button`)?.focus());
  };
  const move = (step: 1 | -1) => {
    const place = newestFirst.findIndex(({ id }) => id === chosen);
    const next = newestFirst[place === -1 ? 0 : Math.min(newestFirst.length - 1, Math.max(0, place + step))];
    if (next !== undefined) choose(next.id);
  };
  const [older, newer] = [() => move(1), () => move(-1)];
  useScreenKeys({
    ArrowLeft: older,
    ArrowDown: older,
    j: older,
    ArrowRight: newer,
    ArrowUp: newer,
    k: newer,
    s: () => setSaving(true),
  });
  const now = { entries: about?.entries ?? 0, tokens: status?.used ?? null };
  const laneNames = new Map(lanes.map(({ branch, label }) => [branch, label]));
  return (
    <div className="flex h-full flex-col">
      <ScreenHeader title="Timeline">
        <SaveProgress session={session} open={saving} onOpenChange={setSaving} />
      </ScreenHeader>
      {(moments.length > 0 || lanes.length > 1) && <Rail {...{ moments, lanes, chosen }} onChoose={choose} onSwitch={go} />}
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto max-w-4xl px-2 py-4 sm:px-4">
          {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
          {checkpoints === undefined && error === null && <Spinner label="Loading checkpoints…" className="p-3" />}
          <BranchBar session={session} branches={tree?.branches ?? []} />
          {checkpoints !== undefined && moments.length === 0 && <NoCheckpoints />}
          <ol aria-label="Checkpoints and condensations, newest first" className="grid grid-cols-[minmax(0,1fr)] gap-1">
            {newestFirst.map((moment) => (
              <MomentRow
                key={moment.id}
                moment={moment}
                branch={lanes.length > 1 ? (laneNames.get(moment.branch) ?? moment.branch) : null}
                open={chosen === moment.id}
                onToggle={() => choose(chosen === moment.id ? undefined : moment.id)}
              >
                {moment.kind === 'fold' ? (
                  <FoldCard
                    session={session}
                    run={moment.run}
                    {...(moment.before === null ? {} : { onResume: () => moment.before !== null && resume(moment.before) })}
                  />
                ) : (
                  <CheckpointCard
                    session={session}
                    checkpoint={moment.checkpoint}
                    now={now}
                    busy={busy}
                    onResume={() => resume(moment.checkpoint)}
                  />
                )}
              </MomentRow>
            ))}
          </ol>
        </div>
      </div>
      <KeyHints hints={HINTS} />
      {dialog}
    </div>
  );
}

function NoCheckpoints() {
  return (
    <EmptyState icon={<Flag />} title="No checkpoints yet">
      They appear by themselves within two seconds when code is written, something is decided or an error is resolved, and before
      every condensation. Save one yourself with <code>/save-progress "label"</code> or the button above. The newest 50 of the
      last 30 days are kept; messages are never removed with them.
    </EmptyState>
  );
}

/** The branches of a conversation; one is in use and can be named, a press goes on with another. */
function BranchBar({ session, branches }: { session: string; branches: readonly Branch[] }) {
  const { choose, busy } = useChooseBranch(session);
  const [naming, setNaming] = useState<Branch | null>(null);
  if (branches.length < 2) return null;
  const current = branches.find((branch) => branch.current);
  return (
    <fieldset className="mb-3 flex flex-wrap items-center gap-1.5 px-3">
      <legend className="sr-only">Branches</legend>
      <GitBranch className="size-4 text-ink-faint" aria-hidden="true" />
      {branches.map((branch) => (
        <button
          key={branch.name}
          type="button"
          aria-pressed={branch.current}
          disabled={branch.current || busy}
          onClick={() => choose(branch.name)}
          className="inline-flex min-h-7 max-w-full items-center gap-1 rounded-full border border-line px-2.5 text-ink-soft text-xs hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
        >
          <span className="truncate">{branchName(branch)}</span> <span className="tabular-nums">({branch.entries})</span>
        </button>
      ))}
      {current !== undefined && (
        <IconButton label={`Name the branch ${branchName(current)}`} icon={<Pencil />} onClick={() => setNaming(current)} />
      )}
      {naming !== null && <NameBranch session={session} branch={naming} onClose={() => setNaming(null)} />}
    </fieldset>
  );
}
