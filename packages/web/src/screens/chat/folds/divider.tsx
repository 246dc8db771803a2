import type { Run } from '@tenfold/contract';
import {
  ChevronDown,
  ChevronRight,
  Ellipsis,
  FileText,
  FoldVertical,
  ListChecks,
  Pencil,
  Redo2,
  RefreshCw,
  Rows2,
  ScrollText,
  TriangleAlert,
  Undo2,
  Waypoints,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useRedo, useRegenerate, useUndo } from '../../../queries/folding.ts';
import { foldWatches } from '../../../state/fold-watch.ts';
import { Button } from '../../../ui/button.tsx';
import { factsKept } from '../../../ui/figures.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { joined } from '../../../ui/joined.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import type { DividerSection } from './divider-details.tsx';
import { DividerFrame } from './divider-frame.tsx';
import { dividerTitle, makeshiftWords, shortFacts } from './divider-words.ts';
import { textTone } from './kept-tone.ts';
import { useInSight } from './use-in-sight.ts';

const Details = lazy(async () => ({ default: (await import('./divider-details.tsx')).DividerDetails }));

/** Where the context was condensed: what came of it, one way back, and a menu for the rest. */
export function Divider({ run }: { run: Run }) {
  const [section, setSection] = useState<DividerSection | null>(null);
  const { job, run: latest } = foldWatches.useHere();
  const stands = run.active && (run.outcome === 'done' || run.outcome === 'degraded' || run.outcome === 'unmet');
  const makeshift = stands ? makeshiftWords(run) : null;
  const hasFolds = run.folds.length > 0;
  return (
    <DividerFrame
      frameRef={useInSight(run.id === latest?.id || run.id === job?.runId)}
      title={dividerTitle(run)}
      icon={
        makeshift === null ? (
          <FoldVertical className="text-accent" aria-hidden="true" />
        ) : (
          <TriangleAlert className="text-warning" aria-hidden="true" />
        )
      }
      facts={shortFacts(run)}
      tone={makeshift === null ? (stands ? 'standing' : 'resting') : 'makeshift'}
      state={run.outcome}
      run={run.id}
      actions={
        hasFolds && (
          <>
            {stands && <UndoButton run={run.id} />}
            {run.outcome === 'undone' && <RedoButton run={run.id} />}
            <DividerMenu run={run} stands={stands} onOpen={setSection} />
          </>
        )
      }
    >
      {makeshift !== null && <p className="mt-1 text-sm">{makeshift}</p>}
      {(run.outcome === 'undone' ? [] : run.report.warnings)
        .filter((warning) => !makeshift?.includes(warning))
        .map((warning) => (
          <p key={warning} className="mt-0.5 text-warning text-xs">
            {warning}
          </p>
        ))}
      {stands && hasFolds && (
        <KeptLine run={run} open={section === 'kept'} onToggle={() => setSection(section === 'kept' ? null : 'kept')} />
      )}
      {section !== null && (
        <div className="mt-2 border-line border-t pt-1">
          <Suspense>
            <Details run={run} section={section} onSection={setSection} />
          </Suspense>
        </div>
      )}
    </DividerFrame>
  );
}

function RedoButton({ run }: { run: string }) {
  const redo = useRedo();
  return <Button small icon={<Redo2 />} label="Redo" disabled={redo.isPending} onClick={() => redo.mutate(run)} />;
}

/** The divider itself says what became of it, so nothing else does. */
function UndoButton({ run }: { run: string }) {
  const undo = useUndo();
  return <Button small icon={<Undo2 />} label="Undo" disabled={undo.isPending} onClick={() => undo.mutate(run)} />;
}

/** How many facts a condensation kept and lost, in one line that opens to all of them. */
function KeptLine({ run, open, onToggle }: { run: Run; open: boolean; onToggle: () => void }) {
  const { found, kept } = factsKept(run.evidence);
  if (found === 0) return null;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="-ml-1 mt-1 inline-flex min-h-6 items-center gap-1 rounded-md px-1 text-ink-soft text-xs tabular-nums hover:bg-surface hover:text-ink"
    >
      <Chevron className="size-3.5" aria-hidden="true" />
      {kept} of {found} facts kept
      {kept < found && <span className={joined('font-medium', textTone(kept / found))}>· {found - kept} lost</span>}
    </button>
  );
}

/** What else can be looked into or done with a condensation. */
function DividerMenu({ run, stands, onOpen }: { run: Run; stands: boolean; onOpen: (section: DividerSection) => void }) {
  const regenerate = useRegenerate();
  const summary = run.folds.find(({ kind }) => kind === 'summary');
  return (
    <Menu trigger={<IconButton label="More about this condensation" icon={<Ellipsis />} />}>
      <MenuItem icon={<ListChecks />} label="What was kept" onSelect={() => onOpen('kept')} />
      <MenuItem icon={<ScrollText />} label="Summary" onSelect={() => onOpen('summary')} />
      <MenuItem icon={<Waypoints />} label="Sources" onSelect={() => onOpen('sources')} />
      <MenuItem icon={<Rows2 />} label="Diff" onSelect={() => onOpen('diff')} />
      <MenuItem icon={<FileText />} label="Report" onSelect={() => onOpen('report')} />
      {stands && summary !== undefined && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<RefreshCw />}
            label="Regenerate the summary"
            disabled={regenerate.isPending}
            onSelect={() => regenerate.mutate(summary.id)}
          />
          <MenuItem icon={<Pencil />} label="Edit the summary" onSelect={() => onOpen('edit')} />
        </>
      )}
    </Menu>
  );
}
