import { useNavigate } from '@tanstack/react-router';
import type { Checkpoint, Entry } from '@tenfold/contract';
import { useCondense, useEstimate } from '../../queries/folding.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { counted, dollars, whole } from '../../ui/figures.ts';
import { Notice } from '../../ui/notice.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast, toastProblem } from '../../ui/toast.tsx';
import { useSharedEntry } from './entries-at.ts';

/** Condenses everything up to a checkpoint, after saying what that comes to. */
export function SummariseUpTo({
  session,
  checkpoint,
  onClose,
}: {
  session: string;
  checkpoint: Checkpoint;
  onClose: () => void;
}) {
  const { data: entry, error } = useSharedEntry(session, checkpoint);
  return (
    <Dialog
      onClose={onClose}
      title="Condense up to here"
      description={`Condenses what was said until “${checkpoint.label}”. What came after stays word for word, and it can be undone.`}
    >
      {error !== null && <ProblemNotice error={error} />}
      {entry === undefined && error === null && <Spinner label="Looking it up…" />}
      {entry === null && (
        <Notice tone="warning">
          This checkpoint lies on another branch than the one in use. Resume from it first, then summarise.
        </Notice>
      )}
      {entry != null && <Offer session={session} entry={entry} onClose={onClose} />}
    </Dialog>
  );
}

function Offer({ session, entry, onClose }: { session: string; entry: Entry; onClose: () => void }) {
  const wish = { upTo: entry.id };
  const { data, error, refetch } = useEstimate(session, wish);
  const condense = useCondense(session);
  const navigate = useNavigate();
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Spinner label="Estimating…" />;
  const run = () =>
    condense.mutate(wish, {
      onSuccess: ({ scope }) => {
        onClose();
        toast('Condensing context...', { description: scope });
        void navigate({ to: '/s/$session', params: { session } });
      },
      onError: toastProblem,
    });
  return (
    <div className="grid gap-3 pb-3 text-sm">
      <p className="tabular-nums">
        About {whole(data.before)} → {whole(data.after)} tokens · {counted(data.messagesFolded, 'message')} condensed · costs ≈{' '}
        {dollars(data.cost)}
      </p>
      {data.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      {data.after >= data.before && <Notice>Nothing would be gained up to here.</Notice>}
      <div className="flex justify-end gap-2">
        <Button label="Cancel" onClick={onClose} />
        <Button kind="primary" label="Run" disabled={condense.isPending || data.after >= data.before} onClick={run} />
      </div>
    </div>
  );
}
