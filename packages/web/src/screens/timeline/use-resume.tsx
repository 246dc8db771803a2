import { useNavigate } from '@tanstack/react-router';
import type { Checkpoint } from '@tenfold/contract';
import { useState } from 'react';
import { Problem } from '../../api/problem.ts';
import { useSwitchBranch } from '../../queries/branches.ts';
import { useRestore } from '../../queries/checkpoints.ts';
import { useSession } from '../../queries/session.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { toast, toastProblem } from '../../ui/toast.tsx';

/** Goes back to a checkpoint, asks where it was made with another model, and offers the way back. `dialog` must be shown. */
export function useResume(session: string) {
  const { data } = useSession(session);
  const restore = useRestore(session);
  const { mutateAsync: switchTo } = useSwitchBranch(session);
  const [asking, setAsking] = useState<{ checkpoint: Checkpoint; problem: Problem } | null>(null);
  const navigate = useNavigate();
  const resume = async (checkpoint: Checkpoint, confirmModel = false) => {
    const before = data?.branch;
    try {
      await restore.mutateAsync({ checkpoint: checkpoint.id, ...(confirmModel ? { confirmModel } : {}) });
      const undo = () => before !== undefined && void switchTo(before).catch(toastProblem);
      toast(`Resumed from “${checkpoint.label}”`, {
        description: 'On a new branch; what came after it stays on its own.',
        ...(before === undefined ? {} : { action: { label: 'Undo', run: undo } }),
      });
      await navigate({ to: '/s/$session', params: { session } });
    } catch (error) {
      if (error instanceof Problem && error.code === 'model-differs') setAsking({ checkpoint, problem: error });
      else toastProblem(error);
    }
  };
  const dialog = (
    <Confirm
      open={asking !== null}
      onClose={() => setAsking(null)}
      title="This checkpoint was made with another model"
      action="Resume all the same"
      onConfirm={() => asking !== null && void resume(asking.checkpoint, true)}
    >
      <p>
        It was made with <strong>{String(asking?.problem.facts.checkpointModel ?? '')}</strong>; the conversation now uses{' '}
        <strong>{String(asking?.problem.facts.currentModel ?? '')}</strong>.
      </p>
      <p className="mt-1">Its context may not fit, or not be understood the same way. Nothing is lost either way.</p>
    </Confirm>
  );
  return { resume: (checkpoint: Checkpoint) => void resume(checkpoint), dialog, busy: restore.isPending };
}
