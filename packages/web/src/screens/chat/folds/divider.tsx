import type { Run } from '@tenfold/contract';
import { FoldVertical, Redo2, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Problem } from '../../../api/problem.ts';
import { useRedo, useRegenerate, useUndo } from '../../../queries/folding.ts';
import { dismissFold } from '../../../state/fold-watch.ts';
import { Button } from '../../../ui/button.tsx';
import { toast, toastProblem } from '../../../ui/toast.tsx';
import type { DividerSection } from './divider-details.tsx';
import { DividerFrame } from './divider-frame.tsx';
import { dividerFacts, dividerTitle } from './divider-words.ts';
import { Rating } from './rating.tsx';

const Details = lazy(async () => ({ default: (await import('./divider-details.tsx')).DividerDetails }));

const SECTIONS = [
  ['kept', 'What was kept'],
  ['summary', 'Summary'],
  ['sources', 'Sources'],
  ['diff', 'Diff'],
  ['report', 'Report'],
] as const;

/** Where the context was condensed: what came of it, what stands in, and the way back. */
export function Divider({ session, run }: { session: string; run: Run }) {
  const [section, setSection] = useState<DividerSection | null>(null);
  const stands = run.active && (run.outcome === 'done' || run.outcome === 'degraded' || run.outcome === 'unmet');
  return (
    <DividerFrame
      title={dividerTitle(run)}
      icon={<FoldVertical className="text-accent" aria-hidden="true" />}
      facts={dividerFacts(run)}
      tone={stands ? 'standing' : 'resting'}
      state={run.outcome}
      run={run.id}
    >
      {run.report.warnings.map((warning) => (
        <p key={warning} className="mt-0.5 text-warning text-xs">
          {warning}
        </p>
      ))}
      {run.folds.length > 0 && (
        <div className="mt-1.5 flex flex-wrap items-center gap-1">
          {SECTIONS.map(([name, label]) => (
            <Button
              key={name}
              small
              kind="quiet"
              aria-expanded={section === name || (name === 'summary' && section === 'edit')}
              className={section === name ? 'bg-surface text-ink' : ''}
              onClick={() => setSection(section === name ? null : name)}
            >
              {label}
            </Button>
          ))}
          {stands && <Changes session={session} run={run} onEdit={() => setSection('edit')} />}
          {run.outcome === 'undone' && <RedoButton session={session} run={run.id} />}
          <span className="flex-1" />
          <Rating session={session} run={run.id} rating={run.rating} />
        </div>
      )}
      {section !== null && (
        <div className="mt-2 border-line border-t pt-2">
          <Suspense>
            <Details session={session} run={run} section={section} />
          </Suspense>
        </div>
      )}
    </DividerFrame>
  );
}

function RedoButton({ session, run }: { session: string; run: string }) {
  const redo = useRedo(session);
  return (
    <Button small kind="quiet" disabled={redo.isPending} onClick={() => redo.mutate(run, { onError: toastProblem })}>
      <Redo2 className="size-3.5" aria-hidden="true" />
      Redo
    </Button>
  );
}

function Changes({ session, run, onEdit }: { session: string; run: Run; onEdit: () => void }) {
  const undo = useUndo(session);
  const regenerate = useRegenerate(session);
  const summary = run.folds.find(({ kind }) => kind === 'summary');
  const failed = (error: unknown) => {
    if (error instanceof Problem && error.code === 'fold-covered')
      toast('A newer summary covers this one', { description: 'Undo the newer one first.', tone: 'critical' });
    else toastProblem(error);
  };
  return (
    <>
      <Button
        small
        kind="quiet"
        disabled={undo.isPending}
        // The row goes with the run, so what follows must not hang on it.
        onClick={() =>
          undo.mutateAsync(run.id).then(() => {
            dismissFold(session);
            toast('Undone: the messages are in the context again');
          }, failed)
        }
      >
        <Undo2 className="size-3.5" aria-hidden="true" />
        Undo
      </Button>
      {summary !== undefined && (
        <>
          <Button
            small
            kind="quiet"
            disabled={regenerate.isPending}
            onClick={() => regenerate.mutate({ fold: summary.id }, { onError: toastProblem })}
          >
            Regenerate
          </Button>
          <Button small kind="quiet" onClick={onEdit}>
            Edit
          </Button>
        </>
      )}
    </>
  );
}
