import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { useSessionId } from '../state/session-id.ts';
import { SHOWS_PROBLEM, useSessionFetched } from './fetched.ts';
import { keys } from './keys.ts';

/** Messages that wait for their turn, first in line first, whoever sent them. Events of the session keep it fresh. */
export function useQueue() {
  return useSessionFetched(keys.queue, async (session) => (await call(api.turns.queue, { session })).messages);
}

/** Takes a message out of the line; refused once its turn has begun. */
export function useTakeBack() {
  const session = useSessionId();
  const client = useQueryClient();
  return useMutation({
    ...SHOWS_PROBLEM,
    mutationFn: (message: string) => call(api.turns.withdraw, { session, message }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.queue(session) }),
  });
}
