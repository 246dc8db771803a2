import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { keys } from './keys.ts';

/** Memories of sessions, newest first, or those that match. */
export function useMemories(q: string, enabled = true) {
  return useQuery({
    queryKey: [...keys.memories, q],
    enabled,
    queryFn: async () => (await call(api.memories.list, { query: q === '' ? {} : { q } })).memories,
    placeholderData: keepPreviousData,
  });
}

/** Brings another session's memory into this one. */
export function useBringMemory(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (from: string) => call(api.memories.bring, { session, body: { from } }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.session(session) }),
  });
}
