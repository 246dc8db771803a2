import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { QueuedMessage } from '../api/contract.ts';
import { keys } from './keys.ts';

/** Messages that wait for their turn, first in line first, whoever sent them. News of the session keep it fresh. */
export function useQueue(session: string) {
  return useQuery({
    queryKey: keys.queue(session),
    queryFn: async () => (await call<{ messages: QueuedMessage[] }>('GET', `/api/sessions/${session}/queue`)).messages,
  });
}

/** Takes a message out of the line; refused once its turn has begun. */
export function useTakeBack(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) => call<QueuedMessage>('DELETE', `/api/sessions/${session}/queue/${message}`),
    onSettled: () => client.invalidateQueries({ queryKey: keys.queue(session) }),
  });
}
