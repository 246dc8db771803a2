import { useMutation } from '@tanstack/react-query';
import { api, type ListedModels, type ProfileWish, type Provider } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { SHOWS_PROBLEM, useChange, useFetched } from './fetched.ts';
import { keys } from './keys.ts';

/** Profiles, without their keys. */
export function useProfiles() {
  return useFetched(keys.profiles, async () => (await call(api.profiles.list, {})).profiles);
}

/** What can be connected at once: keys of the environment, servers of models on this machine. */
export function useConnectable() {
  return useFetched(['connectable'], async () => (await call(api.profiles.connectable, {})).connectable);
}

/** The models a provider offers to a key. */
export function listModels(place: { provider: Provider; key?: string; baseUrl?: string }): Promise<ListedModels> {
  return call(api.profiles.models, { body: place });
}

/** Adds a profile; the first one is the default from then on. */
export function useAddProfile() {
  return useProfileChange(async (wish: ProfileWish) => {
    const { profiles } = await call(api.profiles.list, {});
    const added = await call(api.profiles.add, { body: wish });
    if (profiles.length === 0) await call(api.settings.change, { body: { profile: added.id } });
    return added;
  });
}

/** Adds a profile and asks its model for one word. One that does not answer is not kept, and was the default at no time. */
export function useConnectProfile() {
  return useProfileChange(async (wish: ProfileWish) => {
    const { profiles } = await call(api.profiles.list, {});
    const profile = await call(api.profiles.add, { body: wish });
    const test = await call(api.profiles.test, { profile: profile.id });
    if (!test.ok) await call(api.profiles.remove, { profile: profile.id });
    else if (profiles.length === 0) await call(api.settings.change, { body: { profile: profile.id } });
    return { profile, test };
  });
}

/** Changes a profile; a key of null is cleared, an absent one stays. */
export function useChangeProfile() {
  return useProfileChange(({ id, ...wish }: ProfileWish & { id: string }) =>
    call(api.profiles.update, { profile: id, body: wish }),
  );
}

/** Removes a profile and its key. */
export function useRemoveProfile() {
  return useProfileChange((id: string) => call(api.profiles.remove, { profile: id }));
}

/** Asks the model for one word. */
export function useTestProfile() {
  return useMutation({ ...SHOWS_PROBLEM, mutationFn: (id: string) => call(api.profiles.test, { profile: id }) });
}

function useProfileChange<Wish, Answer>(change: (wish: Wish) => Promise<Answer>) {
  return useChange(change, [keys.profiles, keys.settings, ['session']], SHOWS_PROBLEM);
}
