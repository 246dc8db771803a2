import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, type ProfileWish } from '@tenfold/contract';
import { call } from '../api/client.ts';
import { keys } from './keys.ts';

/** Profiles, without their keys. */
export function useProfiles() {
  return useQuery({
    queryKey: keys.profiles,
    queryFn: async () => (await call(api.profiles.list, {})).profiles,
  });
}

/** Adds a profile. */
export function useAddProfile() {
  return useProfileChange((wish: ProfileWish) => call(api.profiles.add, { body: wish }));
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
  return useMutation({ mutationFn: (id: string) => call(api.profiles.test, { profile: id }) });
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
