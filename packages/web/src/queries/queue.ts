import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { useFetched } from './fetched.ts';
import { keys } from './keys.ts';

/** Messages that wait for their turn, first in line first, whoever sent them. News of the session keep it fresh. */
export function useQueue(session: string) {
  return useFetched(keys.queue(session), async () => (await call(api.turns.queue, { session })).messages);
}

/** Takes a message out of the line; refused once its turn has begun. */
export function useTakeBack(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) => call(api.turns.withdraw, { session, message }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.queue(session) }),
  });
}
