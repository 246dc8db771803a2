import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type BodyOf } from '@tenfold/contract';
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

/** What the reader has used, and may. */
export function useMyUsage() {
  return useQuery({ queryKey: [...keys.usage, 'own'], queryFn: () => call(api.people.myUsage, {}) });
}

/** What everybody has used, for administrators. */
export function useUsage() {
  return useQuery({ queryKey: [...keys.usage, 'all'], queryFn: () => call(api.people.usage, {}) });
}

/** Adds somebody. The answer holds the text of their first token, and nothing else ever does. */
export function useAddPerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.people.add>) => call(api.people.add, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.people }),
  });
}

/** Renames somebody, changes their role, or lets them in no more. */
export function useChangePerson(person: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.people.change>) => call(api.people.change, { person, body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.people }),
  });
}

/** Tokens of somebody, or one's own. */
export function useTokens(person: string | null) {
  return useQuery({
    queryKey: keys.tokens(person),
    queryFn: async () => (await (person === null ? call(api.people.myTokens, {}) : call(api.people.tokens, { person }))).tokens,
  });
}

/** Makes a token. Its text is in the answer and nowhere else. */
export function useAddToken(person: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof api.people.addMyToken>) =>
      person === null ? call(api.people.addMyToken, { body }) : call(api.people.addToken, { person, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.tokens(person) }),
  });
}

/** Revokes a token for good. */
export function useRevokeToken(person: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) =>
      person === null ? call(api.people.revokeMyToken, { token }) : call(api.people.revokeToken, { person, token }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.tokens(person) }),
  });
}
