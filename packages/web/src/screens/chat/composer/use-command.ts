import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import type { Checkpoint, Job } from '../../../api/contract.ts';
import { keys } from '../../../queries/keys.ts';
import { noteJob } from '../../../state/fold-watch.ts';
import { toast } from '../../../ui/toast.tsx';

interface CommandAnswer {
  readonly ok: boolean;
  readonly message: string;
  readonly job?: Job;
  readonly checkpoint?: Checkpoint;
}

/** Runs a slash command; it never reaches the model. */
export function useCommand(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (line: string) => call<CommandAnswer>('POST', `/api/sessions/${session}/commands`, { line }),
    onSuccess: ({ message, job, checkpoint }) => {
      if (job !== undefined) noteJob(session, job);
      else toast(message);
      if (checkpoint !== undefined) void client.invalidateQueries({ queryKey: keys.checkpoints(session) });
    },
  });
}
