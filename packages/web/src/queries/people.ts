import { useQuery } from '@tanstack/react-query';
import { api } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { keys } from './keys.ts';

/** Who is looking at this, and what they may do. */
export function useMe() {
  return useQuery({ queryKey: keys.me, queryFn: () => call(api.people.me, {}) });
}

/** Those who share the server: for administrators, nobody else is told. */
export function usePeople() {
  const { data: me } = useMe();
  return useQuery({
    queryKey: keys.people,
    queryFn: async () => (await call(api.people.list, {})).people,
    enabled: me?.role === 'admin',
  });
}
