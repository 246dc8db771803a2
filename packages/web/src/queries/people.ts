import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type BodyOf } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { SHOWS_PROBLEM, useChange, useFetched } from './fetched.ts';
import { keys } from './keys.ts';

/** Who is looking at this, and what they may do. */
export function useMe() {
  return useFetched(keys.me, () => call(api.people.me, {}));
}

/** Those who share the server: for administrators only. */
export function usePeople() {
  const { data: me } = useMe();
  const enabled = me?.role === 'admin';
  return useFetched(keys.people, async () => (await call(api.people.list, {})).people, { enabled });
}

/** What the reader has used, and may. */
export function useMyUsage() {
  return useFetched([...keys.usage, 'own'], () => call(api.people.myUsage, {}));
}

/** What everybody has used, for administrators. */
export function useUsage() {
  return useFetched([...keys.usage, 'all'], () => call(api.people.usage, {}));
}

/** Adds somebody. The answer holds the text of their first token, and nothing else ever does. */
export function useAddPerson(onMade: (text: string) => void) {
  return useChange((body: BodyOf<typeof api.people.add>) => call(api.people.add, { body }), [keys.people], {
    ...SHOWS_PROBLEM,
    onSuccess: ({ text }) => onMade(text),
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
  return useFetched(
    keys.tokens(person),
    async () => (await (person === null ? call(api.people.myTokens, {}) : call(api.people.tokens, { person }))).tokens,
  );
}

/** Makes a token. Its text is in the answer and nowhere else. */
export function useAddToken(person: string | null, onMade: (text: string) => void) {
  return useChange(
    (body: BodyOf<typeof api.people.addMyToken>) =>
      person === null ? call(api.people.addMyToken, { body }) : call(api.people.addToken, { person, body }),
    [keys.tokens(person)],
    { ...SHOWS_PROBLEM, onSuccess: ({ text }) => onMade(text) },
  );
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
