import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { Entry } from '../api/contract.ts';
import type { Memory } from '../api/settings-contract.ts';
import { keys } from './keys.ts';

/** Memories of sessions, newest first, or those that match. */
export function useMemories(q: string, enabled = true) {
  return useQuery({
    queryKey: [...keys.memories, q],
    enabled,
    queryFn: async () =>
      (await call<{ memories: Memory[] }>('GET', `/api/memories${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`)).memories,
    placeholderData: keepPreviousData,
  });
}

/** Brings another session's memory into this one. */
export function useBringMemory(session: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (from: string) => call<Entry>('POST', `/api/sessions/${session}/memories`, { from }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.session(session) }),
  });
}
