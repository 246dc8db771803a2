import { Link } from '@tanstack/react-router';
import type { Checkpoint, Run } from '@tenfold/contract';
import { ChevronRight, CircleDot, Diamond, History, Shrink, Undo2 } from 'lucide-react';
import { useUndo } from '../../queries/folding.ts';
import { useSessionId } from '../../state/session-id.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { counted, short, when } from '../../ui/figures.ts';
import { joined } from '../../ui/joined.ts';
import { toast } from '../../ui/toast.tsx';
import { CheckpointCard } from './checkpoint-card.tsx';
import type { Moment, Point } from './timeline-events.ts';

/** One moment in the list; its card opens in place. */
export function MomentRow({
  moment,
  branch,
  now,
  open,
  busy,
  onToggle,
  onResume,
}: {
  moment: Moment;
  /** Named where there is more than one. */
  branch: string | null;
  now: Point;
  open: boolean;
  busy: boolean;
  onToggle: () => void;
  onResume: (checkpoint: Checkpoint) => void;
}) {
  const isFold = moment.kind === 'fold';
  const Icon = isFold ? Shrink : moment.checkpoint.automatic ? CircleDot : Diamond;
  return (
    <li data-moment={moment.id} className={joined('rounded-xl border', open ? 'border-line bg-surface' : 'border-transparent')}>
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex w-full items-center gap-3 rounded-xl px-3 py-2 text-left hover:bg-surface"
      >
        <Icon className={joined('size-4 shrink-0', isFold ? 'text-[var(--kind-summary)]' : 'text-accent')} aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="line-clamp-2 min-w-0 font-medium text-sm">
              {isFold ? moment.run.divider : moment.checkpoint.label}
            </span>
            {isFold ? <FoldState run={moment.run} /> : <Tags checkpoint={moment.checkpoint} />}
            {branch !== null && <span className="text-ink-faint text-xs">on {branch}</span>}
          </span>
          <span className="block text-ink-soft text-xs tabular-nums">
            <time dateTime={new Date(moment.at).toISOString()} title={new Date(moment.at).toLocaleString()}>
              {when(moment.at)}
            </time>
            {isFold
              ? ` · ${moment.run.strategyName}`
              : ` · ${counted(moment.checkpoint.entries, 'message')}${moment.checkpoint.tokens === null ? '' : ` · ${short(moment.checkpoint.tokens)} tokens`}`}
          </span>
        </span>
        <ChevronRight className={joined('size-4 text-ink-faint transition-transform', open && 'rotate-90')} aria-hidden="true" />
      </button>
      {open && (
        <div className="px-3 pb-3 sm:pl-10">
          {isFold ? (
            <FoldCard run={moment.run} before={moment.before} onResume={onResume} />
          ) : (
            <CheckpointCard {...{ now, busy, onResume }} checkpoint={moment.checkpoint} />
          )}
        </div>
      )}
    </li>
  );
}

/** What its line does not say: that it was taken back, or was not made as asked for. */
function FoldState({ run }: { run: Run }) {
  if (!run.active) return <Badge>undone</Badge>;
  if (run.outcome === 'degraded') return <Badge tone="warning">without the model</Badge>;
  return run.outcome === 'unmet' ? <Badge tone="warning">target not reached</Badge> : null;
}

const TAGS: Record<Checkpoint['tags'][number], { tone: BadgeTone; title: string; name?: string }> = {
  code: { tone: 'accent', title: 'Saved because code was written' },
  decision: { tone: 'accent', title: 'Saved because something was decided' },
  'error-resolved': { tone: 'normal', title: 'Saved because an error was resolved', name: 'error resolved' },
  'before-fold': { tone: 'plain', title: 'Saved before condensing', name: 'before condensing' },
  'before-restore': { tone: 'plain', title: 'Saved before going back', name: 'before going back' },
  manual: { tone: 'warning', title: 'Saved by you' },
};

/** Why a checkpoint was made. The label of an automatic one says so already. */
function Tags({ checkpoint: { tags, automatic } }: { checkpoint: Checkpoint }) {
  if (automatic) return null;
  return tags.map((tag) => (
    <Badge key={tag} tone={TAGS[tag]?.tone ?? 'plain'} title={TAGS[tag]?.title ?? tag}>
      {TAGS[tag]?.name ?? tag}
    </Badge>
  ));
}

/** A condensation: what it did, in full, and a way back. */
function FoldCard({
  run,
  before,
  onResume,
}: {
  run: Run;
  before: Checkpoint | null;
  onResume: (checkpoint: Checkpoint) => void;
}) {
  const session = useSessionId();
  const undo = useUndo();
  return (
    <div className="grid gap-2">
      <pre className="overflow-x-auto whitespace-pre-wrap rounded-lg bg-sunken p-3 font-mono text-xs">{run.text}</pre>
      <div className="flex flex-wrap gap-2">
        {run.active && (
          <Button
            icon={<Undo2 />}
            label="Undo"
            disabled={undo.isPending}
            onClick={() => undo.mutate(run.id, { onSuccess: () => toast('Undone: every original is in the context again') })}
          />
        )}
        {before !== null && (
          <Button
            icon={<History />}
            label="Resume from before it"
            onClick={() => onResume(before)}
            title="Continues from the state before it on a new branch; this one is kept"
          />
        )}
        <Link
          to="/s/$session/inspector"
          params={{ session }}
          className="inline-flex min-h-9 items-center rounded-lg px-3 text-ink-soft text-sm hover:bg-sunken hover:text-ink"
        >
          See what is sent now
        </Link>
      </div>
    </div>
  );
}
