import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Branch, Checkpoint } from '@tenfold/contract';
import { Flag, GitBranch, Pencil } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { useBranches, useChooseBranch, useSwitchBranch } from '../../queries/branches.ts';
import { useCheckpoints, useRestore, useSaveProgress } from '../../queries/checkpoints.ts';
import { useRuns } from '../../queries/folding.ts';
import { useSession, useStatus } from '../../queries/session.ts';
import { useSessionId } from '../../state/session-id.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fetching } from '../../ui/fetching.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyHints } from '../../ui/key-hints.tsx';
import { branchName, modelInSentence } from '../../ui/names.ts';
import { neighbour } from '../../ui/neighbour.ts';
import { Popover } from '../../ui/popover.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { TextField } from '../../ui/text-field.tsx';
import { toast, toastProblem } from '../../ui/toast.tsx';
import { NameBranch } from '../chat/name-branch.tsx';
import { lanesOf } from './lanes.ts';
import { MomentRow } from './moment-row.tsx';
import { Rail } from './rail.tsx';
import { momentsOf } from './timeline-events.ts';

const HINTS = { '← →': 'move', '↵': 'open', s: 'save progress' };

/** Checkpoints, condensations and branches of a conversation, and the ways back to them. */
export function TimelineScreen() {
  const session = useSessionId();
  const { at: chosen } = useSearch({ from: '/s/$session/timeline' });
  const navigate = useNavigate();
  const fetched = useCheckpoints();
  const { data: checkpoints } = fetched;
  const { data: runs = [], isPending } = useRuns();
  const { data: tree } = useBranches();
  const { data: status } = useStatus();
  const { data: about } = useSession();
  const { choose: go } = useChooseBranch();
  const { resume, dialog, busy } = useResume();
  const [saving, setSaving] = useState(false);
  // Not before both are here: a checkpoint made for a condensation is one moment with it.
  const moments = useMemo(() => (isPending ? [] : momentsOf(checkpoints ?? [], runs)), [checkpoints, runs, isPending]);
  const lanes = useMemo(() => (tree === undefined ? [] : lanesOf(tree)), [tree]);
  const newestFirst = useMemo(() => moments.toReversed(), [moments]);
  const choose = (at: string | undefined) => {
    void navigate({ to: '/s/$session/timeline', params: { session }, search: at === undefined ? {} : { at }, replace: true });
    if (at !== undefined)
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-moment="${CSS.escape(at)}"] button`)?.focus());
  };
  const move = (step: 1 | -1) => {
    const place = newestFirst.findIndex(({ id }) => id === chosen);
    choose(neighbour(newestFirst, place, step)?.id ?? chosen);
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
    <Screen
      title="Timeline"
      actions={<SaveProgress open={saving} onOpenChange={setSaving} />}
      above={(moments.length > 0 || lanes.length > 1) && <Rail {...{ moments, lanes, chosen }} onChoose={choose} onSwitch={go} />}
      className="mx-auto max-w-4xl px-2 py-4 sm:px-4"
      below={
        <>
          <KeyHints hints={HINTS} />
          {dialog}
        </>
      }
    >
      <Fetching of={fetched} label="Loading checkpoints…" className="p-3" />
      <BranchBar branches={tree?.branches ?? []} />
      {checkpoints !== undefined && !isPending && moments.length === 0 && <NoCheckpoints />}
      <ol aria-label="Checkpoints and condensations, newest first" className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {newestFirst.map((moment) => (
          <MomentRow
            key={moment.id}
            moment={moment}
            branch={lanes.length > 1 ? (laneNames.get(moment.branch) ?? moment.branch) : null}
            now={now}
            open={chosen === moment.id}
            busy={busy}
            onToggle={() => choose(chosen === moment.id ? undefined : moment.id)}
            onResume={resume}
          />
        ))}
      </ol>
    </Screen>
  );
}

function NoCheckpoints() {
  return (
    <EmptyState icon={<Flag />} title="No checkpoints yet">
      They appear automatically within two seconds when code is written, something is decided or an error is resolved, and before
      every condensation. Save one yourself with <code>/save-progress "label"</code> or the button above. The newest 50 of the
      last 30 days are kept; messages are never removed with them.
    </EmptyState>
  );
}

/** The branches of a conversation; one is in use and can be named, a press goes on with another. */
function BranchBar({ branches }: { branches: readonly Branch[] }) {
  const { choose, busy } = useChooseBranch();
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
      {naming !== null && <NameBranch branch={naming} onClose={() => setNaming(null)} />}
    </fieldset>
  );
}

/** Saves a checkpoint under a label of one's own. */
function SaveProgress({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [label, setLabel] = useState('');
  const save = useSaveProgress();
  const submit = () =>
    save.mutate(label.trim(), {
      onSuccess: () => {
        onOpenChange(false);
        setLabel('');
      },
    });
  return (
    <Popover
      open={open}
      onOpenChange={onOpenChange}
      title="Save progress"
      trigger={<Button kind="primary" icon={<Flag />} label="Save progress" />}
    >
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField label="Label" placeholder="tests green" maxLength={300} value={label} onChange={setLabel} />
        <Button kind="primary" label="Save" type="submit" disabled={save.isPending} />
      </form>
    </Popover>
  );
}

/** Goes back to a checkpoint, asks where it was made with another model, and offers the way back. `dialog` must be shown. */
function useResume() {
  const session = useSessionId();
  const { data } = useSession();
  const restore = useRestore();
  const { mutate: switchTo } = useSwitchBranch();
  const [asking, setAsking] = useState<{ checkpoint: Checkpoint; problem: Problem } | null>(null);
  const navigate = useNavigate();
  const resume = async (checkpoint: Checkpoint, confirmModel = false) => {
    const before = data?.branch;
    try {
      await restore.mutateAsync({ checkpoint: checkpoint.id, ...(confirmModel ? { confirmModel } : {}) });
      const undo = () => before !== undefined && switchTo(before);
      toast(`Resumed from “${checkpoint.label}”`, {
        description: 'On a new branch; what came after it stays on the old one.',
        ...(before === undefined ? {} : { action: { label: 'Undo', run: undo } }),
      });
      await navigate({ to: '/s/$session', params: { session } });
    } catch (error) {
      if (error instanceof Problem && error.code === 'model-differs') setAsking({ checkpoint, problem: error });
      else toastProblem(error);
    }
  };
  const [then, now] = modelsApart(asking?.problem.facts.checkpointModel, asking?.problem.facts.currentModel);
  const dialog = (
    <Confirm
      open={asking !== null}
      onClose={() => setAsking(null)}
      title="This checkpoint was made with another model"
      action="Resume anyway"
      onConfirm={() => asking !== null && void resume(asking.checkpoint, true)}
    >
      <p>
        It was made with <strong>{then}</strong>; the conversation now uses <strong>{now}</strong>.
      </p>
      <p className="mt-1">Its context may not fit, or not be understood the same way. Nothing is lost either way.</p>
    </Confirm>
  );
  return { resume: (checkpoint: Checkpoint) => void resume(checkpoint), dialog, busy: restore.isPending };
}

/** Two models by their names, or in full where only who serves them differs. */
function modelsApart(...ids: readonly unknown[]): readonly string[] {
  const names = ids.map((id) => modelInSentence(String(id ?? '')));
  return new Set(names).size === names.length ? names : ids.map((id) => String(id ?? ''));
}
