import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import type { Profile, ProfileTest, ProfileWish } from '../api/settings-contract.ts';
import { keys } from './keys.ts';

/** Profiles, without their keys. */
export function useProfiles() {
  return useQuery({
    queryKey: keys.profiles,
    queryFn: async () => (await call<{ profiles: Profile[] }>('GET', '/api/profiles')).profiles,
  });
}

/** Adds a profile. */
export function useAddProfile() {
  return useProfileChange((wish: ProfileWish) => call<Profile>('POST', '/api/profiles', wish));
}

/** Changes a profile; a key of null is cleared, an absent one stays. */
export function useChangeProfile() {
  return useProfileChange(({ id, ...wish }: ProfileWish & { id: string }) => call<Profile>('PATCH', `/api/profiles/${id}`, wish));
}

/** Removes a profile and its key. */
export function useRemoveProfile() {
  return useProfileChange((id: string) => call<{ removed: boolean }>('DELETE', `/api/profiles/${id}`));
}

/** Asks the model for one word. */
export function useTestProfile() {
  return useMutation({ mutationFn: (id: string) => call<ProfileTest>('POST', `/api/profiles/${id}/test`, {}) });
}

function useProfileChange<Wish, Answer>(mutationFn: (wish: Wish) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.profiles });
      void client.invalidateQueries({ queryKey: ['session'] });
    },
  });
}
