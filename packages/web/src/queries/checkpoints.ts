import { api } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { useChange, useFetched } from './fetched.ts';
import { keys } from './keys.ts';

/** Checkpoints, newest first. */
export function useCheckpoints(session: string) {
  return useFetched(keys.checkpoints(session), async () => (await call(api.checkpoints.list, { session })).checkpoints);
}

/** Saves progress under a label. */
export function useSaveProgress(session: string) {
  return useChange(
    (label?: string) => call(api.checkpoints.create, { session, body: label === undefined ? {} : { label } }),
    keys.checkpoints(session),
  );
}

/** Goes back to a checkpoint on a new branch; where it was made with another model, `confirmModel` says yes. */
export function useRestore(session: string) {
  return useChange(
    (wish: { checkpoint: string; confirmModel?: boolean }) => call(api.checkpoints.restore, { session, body: wish }),
    keys.session(session),
  );
}
