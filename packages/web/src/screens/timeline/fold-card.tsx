import { Link } from '@tanstack/react-router';
import type { Run } from '@tenfold/contract';
import { History, Undo2 } from 'lucide-react';
import { useUndo } from '../../queries/folding.ts';
import { Button } from '../../ui/button.tsx';
import { toast, toastProblem } from '../../ui/toast.tsx';

/** A condensation: what it did, in full, and a way back. */
export function FoldCard({ session, run, onResume }: { session: string; run: Run; onResume?: () => void }) {
  const undo = useUndo(session);
  return (
    <div className="grid gap-2">
      <pre className="overflow-x-auto whitespace-pre-wrap rounded-lg bg-sunken p-3 font-mono text-xs">{run.text}</pre>
      <div className="flex flex-wrap gap-2">
        {run.active && (
          <Button
            icon={<Undo2 />}
            label="Undo"
            disabled={undo.isPending}
            onClick={() =>
              undo.mutate(run.id, {
                onSuccess: () => toast('Undone: every original is in the context again'),
                onError: toastProblem,
              })
            }
          />
        )}
        {onResume !== undefined && (
          <Button
            icon={<History />}
            label="Resume from before it"
            onClick={onResume}
            title="Goes on from the state before it, on a new branch; this one stays"
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
