import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api, type ContextStatus, type LabColumn } from '@tenfold/contract';
import { formatStatus } from '@tenfold/core';
import { Play, Star } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { type SavedPreset, SavePreset } from '../../presets/save-preset.tsx';
import { useCondense } from '../../queries/folding.ts';
import { keys } from '../../queries/keys.ts';
import { usePresets } from '../../queries/presets.ts';
import { useSession, useStatus } from '../../queries/session.ts';
import { useStrategyConfig } from '../../queries/settings.ts';
import { useSessionId } from '../../state/session-id.ts';
import { Button } from '../../ui/button.tsx';
import { dollars, percent, whole } from '../../ui/figures.ts';
import { KeyHints } from '../../ui/key-hints.tsx';
import { sessionName } from '../../ui/names.ts';
import { neighbour } from '../../ui/neighbour.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useScreenKeys } from '../../ui/screen-keys.ts';
import { Select } from '../../ui/select.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast, toastProblem } from '../../ui/toast.tsx';
import { type Comparison, type LabActions, LabCards, LabGrid } from './comparison.tsx';
import { figuresFor } from './figures.ts';
import { applicable, bestColumn, columnKey, keptShare, kindsFound, merged, targetOf, unpaid } from './lab-figures.ts';
import { ResultView } from './result-view.tsx';

const HINTS = { '← →': 'column', d: 'view and diff', a: 'apply', s: 'save as preset', r: 'run' };
const SHARES = [0, 10, 20, 30, 40, 50, 60];

/** What may be aimed at, with what it means here. Half of something that is far too long would not fit, and is not offered. */
function targetsFor(status: ContextStatus | undefined) {
  const fitting = SHARES.filter((share) => share > 0 || status === undefined || targetOf(status, 0) <= status.room);
  return fitting.map((share) => {
    const name = share === 0 ? 'Half of what it is' : `${share}% of the room`;
    return { value: String(share), label: status === undefined ? name : `${name} (${whole(targetOf(status, share))})` };
  });
}

/** Every strategy and preset on this conversation, side by side. Nothing is applied until asked. */
export function LabScreen() {
  const session = useSessionId();
  const { target: wanted } = useSearch({ from: '/s/$session/lab' });
  const navigate = useNavigate();
  const { data: about } = useSession();
  const { data: status, error: noStatus, refetch: askStatus } = useStatus();
  const targets = targetsFor(status);
  const share = wanted ?? Number(targets.some(({ value }) => value === '0') ? 0 : 50);
  const target = status === undefined ? undefined : targetOf(status, share);
  const { data: columns = [], error, isFetching, refetch, running, run } = useComparison(target);
  const { actions, opened, close } = useLabActions(target, (column) => void run(column));
  const [chosen, setChosen] = useState<string | null>(null);
  const paid = unpaid(columns);
  const best = bestColumn(columns, target ?? 0, status?.used ?? 0);
  const comparison: Comparison = {
    columns,
    figures: figuresFor(kindsFound(columns), status?.used ?? 0),
    best: best === null ? null : columnKey(best),
    chosen,
    running,
    actions,
  };
  useLabKeys(comparison, setChosen);
  return (
    <Screen
      title={about === undefined ? 'Lab' : `Lab: ${sessionName(about)}`}
      className="p-3 sm:p-4"
      actions={
        <>
          <span aria-hidden="true" className="text-ink-soft text-sm max-sm:hidden">
            Target
          </span>
          <Select
            label="Target"
            value={String(share)}
            choices={targets}
            onChange={(next) =>
              void navigate({ to: '/s/$session/lab', params: { session }, search: { target: Number(next) }, replace: true })
            }
          />
          {paid.columns.length > 0 && (
            <Button
              kind="primary"
              icon={<Play />}
              label={`Run all ≈ ${dollars(paid.cost)}`}
              disabled={running.size > 0}
              onClick={() => paid.columns.map(run)}
              title="Asks models for the summaries; nothing in the conversation changes"
            />
          )}
        </>
      }
      below={
        <>
          <KeyHints hints={HINTS} />
          {opened?.what === 'viewing' && <ResultView column={opened.column} onClose={close} />}
          {opened?.what === 'saving' && <SaveColumn column={opened.column} onClose={close} />}
        </>
      }
    >
      <p className="mb-3 text-ink-soft text-sm">
        {status === undefined ? '' : `Now ${formatStatus(status)}; the target is ${whole(target ?? 0)} tokens. `}
        Strategies that need no model run at once and cost nothing; the others show an estimate (≈) until you run them. Nothing is
        applied.
      </p>
      {status !== undefined && target !== undefined && columns.length > 0 && !columns.some(applicable) && (
        <Notice className="mb-3">
          {status.used <= target
            ? 'It already fits this target, so nothing would be condensed. Choose a smaller one to compare.'
            : 'Nothing here can be condensed yet: it is too short, too recent or protected. Come back when there is more of it.'}
        </Notice>
      )}
      {noStatus !== null && <ProblemNotice error={noStatus} onRetry={() => void askStatus()} />}
      {error !== null && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isFetching && columns.length === 0 && <Spinner label="Trying every strategy on this conversation…" className="py-6" />}
      {columns.length > 0 && (
        <>
          {best !== null && <BestSoFar column={best} onApply={() => actions.apply(best)} />}
          <LabGrid {...comparison} />
          <LabCards {...comparison} />
        </>
      )}
    </Screen>
  );
}

/** The column that does best, named where it may be out of sight. */
function BestSoFar({ column, onApply }: { column: LabColumn; onApply: () => void }) {
  const kept = keptShare(column.evidence);
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span>
        <Star className="mr-1.5 inline size-4 align-text-bottom text-accent" aria-hidden="true" />
        Best so far: <strong>{column.name}</strong>, {whole(column.tokens)} tokens
        {kept === null ? '' : ` with ${percent(kept)} of the facts kept`}.
      </span>
      <Button small label={`Apply ${column.name}`} onClick={onApply} />
    </p>
  );
}

/** Keeps a column's strategy and config under a name of one's own. */
function SaveColumn({ column, onClose }: { column: LabColumn; onClose: () => void }) {
  const { data: presets } = usePresets();
  const preset = column.kind === 'preset' ? presets?.find(({ id }) => id === column.id) : undefined;
  const strategy = preset?.strategy ?? column.id;
  const { data: own } = useStrategyConfig(strategy, column.kind === 'strategy');
  const config = preset?.config ?? own;
  if (config === undefined) return null;
  return (
    <SavePreset
      strategy={strategy}
      config={config}
      name={`${column.name} (mine)`}
      description={`From the lab: ${column.name}`}
      onSaved={toastSaved}
      onClose={onClose}
    />
  );
}

function toastSaved({ name, undo }: SavedPreset): void {
  toast(`Saved “${name}”`, {
    description: 'You will find it among the presets in the settings, and in this lab.',
    action: { label: 'Undo', run: () => void undo().then(() => toast(`“${name}” is gone again`), toastProblem) },
  });
}

/** The actions of the columns, and the dialogs they open. */
function useLabActions(target: number | undefined, run: (column: LabColumn) => void) {
  const session = useSessionId();
  const [opened, open] = useState<{ readonly what: 'viewing' | 'saving'; readonly column: LabColumn } | null>(null);
  const condense = useCondense();
  const navigate = useNavigate();
  const actions: LabActions = {
    view: (column) => open({ what: 'viewing', column }),
    save: (column) => open({ what: 'saving', column }),
    run,
    apply({ id, kind, name }) {
      const wish = { ...(kind === 'preset' ? { preset: id } : { strategy: id }), ...(target === undefined ? {} : { target }) };
      condense.mutate(wish, {
        onSuccess: ({ scope }) => {
          toast('Condensing context...', { description: `${name}. ${scope}` });
          void navigate({ to: '/s/$session', params: { session } });
        },
      });
    },
  };
  return { actions, opened, close: () => open(null) };
}

/** The keys of the lab: arrows move between columns, letters act on the chosen one. */
function useLabKeys({ columns, chosen, actions }: Comparison, choose: (key: string) => void): void {
  const place = columns.findIndex((column) => columnKey(column) === chosen);
  const current = columns[place];
  const move = (step: 1 | -1) => {
    const next = neighbour(columns, place, step);
    if (next === undefined) return;
    choose(columnKey(next));
    document
      .querySelector(`[data-column="${CSS.escape(columnKey(next))}"]`)
      ?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  };
  const act = (name: 'view' | 'apply' | 'save' | 'run') => () => {
    if (current !== undefined && (current.error === undefined || name === 'run')) actions[name](current);
  };
  useScreenKeys({
    ArrowRight: () => move(1),
    ArrowLeft: () => move(-1),
    d: act('view'),
    a: () => current !== undefined && applicable(current) && act('apply')(),
    s: act('save'),
    r: () => (current?.estimated || current?.error !== undefined) && act('run')(),
  });
}

/** Every way to condense a session, tried at once where that is free and estimated where it is not. */
function useComparison(target: number | undefined) {
  const session = useSessionId();
  const queryKey = [...keys.lab(session), target];
  const client = useQueryClient();
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const query = useQuery({
    queryKey,
    enabled: target !== undefined,
    queryFn: async () => (await call(api.lab.compare, { session, body: target === undefined ? {} : { target } })).columns,
    staleTime: 60_000,
  });
  const put = (fresh: readonly LabColumn[]) => client.setQueryData<LabColumn[]>(queryKey, (before = []) => merged(before, fresh));
  /** Runs one column; a failure stands in that column and leaves the others alone. */
  const run = async (column: LabColumn) => {
    const key = columnKey(column);
    setRunning((before) => new Set(before).add(key));
    const which = column.kind === 'strategy' ? { strategies: [column.id] } : { presets: [column.id] };
    try {
      const body = { ...which, run: true, ...(target === undefined ? {} : { target }) };
      put((await call(api.lab.compare, { session, body })).columns);
    } catch (error) {
      put([{ ...column, error: error instanceof Error ? error.message : String(error) }]);
    }
    setRunning((before) => new Set([...before].filter((one) => one !== key)));
  };
  return { ...query, running, run };
}
