import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { call } from '../../../api/client.ts';
import { keys } from '../../../queries/keys.ts';
import { noteJob } from '../../../state/fold-watch.ts';
import { toast } from '../../../ui/toast.tsx';

/** Runs a slash command; it never reaches the model. */
export function useCommand(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (line: string) => call(api.commands.run, { session, body: { line } }),
    onSuccess: ({ message, job, checkpoint }) => {
      if (job !== undefined) noteJob(session, job);
      else toast(message);
      if (checkpoint !== undefined) void client.invalidateQueries({ queryKey: keys.checkpoints(session) });
    },
  });
}
