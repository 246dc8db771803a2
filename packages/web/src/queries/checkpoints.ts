import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { keys } from './keys.ts';

/** Checkpoints, newest first. */
export function useCheckpoints(session: string) {
  return useQuery({
    queryKey: keys.checkpoints(session),
    queryFn: async () => (await call(api.checkpoints.list, { session })).checkpoints,
  });
}

/** Saves progress under a label. */
export function useSaveProgress(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (label?: string) => call(api.checkpoints.create, { session, body: label === undefined ? {} : { label } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.checkpoints(session) }),
  });
}

/** Goes back to a checkpoint on a new branch; where it was made with another model, `confirmModel` says yes. */
export function useRestore(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: { checkpoint: string; confirmModel?: boolean }) => call(api.checkpoints.restore, { session, body: wish }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.session(session) }),
  });
}
