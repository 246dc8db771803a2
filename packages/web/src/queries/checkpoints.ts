import { api } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { toast } from '../ui/toast.tsx';
import { SHOWS_PROBLEM, useSessionChange, useSessionFetched } from './fetched.ts';
import { keys } from './keys.ts';

/** Checkpoints, newest first. */
export function useCheckpoints() {
  return useSessionFetched(keys.checkpoints, async (session) => (await call(api.checkpoints.list, { session })).checkpoints);
}

/** Saves progress under a label; an empty one is made up. */
export function useSaveProgress() {
  return useSessionChange(
    (session, label: string) => call(api.checkpoints.create, { session, body: label === '' ? {} : { label } }),
    keys.checkpoints,
    { onSuccess: ({ id, label }) => toast(`Checkpoint saved: "${label}" (${id.slice(0, 4)}…)`) },
  );
}

/** Goes back to a checkpoint on a new branch; where it was made with another model, `confirmModel` says yes. */
export function useRestore() {
  return useSessionChange(
    (session, wish: { checkpoint: string; confirmModel?: boolean }) => call(api.checkpoints.restore, { session, body: wish }),
    keys.session,
    SHOWS_PROBLEM,
  );
}
