import type { Profile, ProfileWish } from '@tenfold/contract';
import type { UseFormSetError } from 'react-hook-form';
import { fieldProblems } from '../../../api/field-problems.ts';
import { useAddProfile, useChangeProfile } from '../../../queries/profiles.ts';
import { toastProblem } from '../../../ui/toast.tsx';
import { noteSaved } from '../saved.ts';
import { draftOf, needsKeyAgain, type ProfileDraft, wishOf } from './profile-draft.ts';

/** Saves a profile or adds one; what the server refuses is put beside its field. */
export function useSaveProfile(profile: Profile | null, setError: UseFormSetError<ProfileDraft>, onSaved: () => void) {
  const { mutateAsync: add } = useAddProfile();
  const { mutateAsync: change } = useChangeProfile();
  return async (draft: ProfileDraft) => {
    const wanted = wishOf(draft, draftOf(profile));
    // Only a server that may want no key comes here without one for its new host; the old one is of no use to it.
    const wish = wanted.key === undefined && needsKeyAgain(draft, profile) ? { ...wanted, key: null } : wanted;
    try {
      if (profile === null) await add({ ...wish, name: draft.name, provider: draft.provider, model: draft.model });
      else await change({ id: profile.id, ...wish, expect: profile.version });
      noteSaved(
        `${draft.name} ${profile === null ? 'added' : ''}`.trim(),
        profile === null ? null : undoOf(profile, wish, change),
      );
      onSaved();
    } catch (error) {
      const found = Object.entries(fieldProblems(error));
      for (const [field, message] of found)
        setError(
          field.replace('thresholds.', '').replace(/^options\..*/, 'options') as keyof ProfileDraft,
          { message },
          { shouldFocus: true },
        );
      if (found.length === 0) toastProblem(error);
    }
  };
}

/** A key that was replaced cannot come back, so such a change cannot be taken back whole. */
function undoOf(profile: Profile, wish: ProfileWish, change: (wish: ProfileWish & { id: string }) => Promise<unknown>) {
  if (wish.key !== undefined) return null;
  const { id, name, provider, model, baseUrl, price, priceFrom, thresholds, options, contextWindow, maxOutputTokens } = profile;
  const own = priceFrom === 'profile' ? price : null;
  const before = {
    name,
    provider,
    model,
    baseUrl,
    thresholds,
    options,
    contextWindow,
    maxOutputTokens,
    inputPrice: own?.input ?? null,
    outputPrice: own?.output ?? null,
    cacheReadsPrice: own?.cacheRead ?? null,
    cacheWritesPrice: own?.cacheWrite ?? null,
    supportsPromptCache: profile.supportsPromptCache,
  };
  const touched = Object.fromEntries(Object.entries(before).filter(([field]) => field in wish)) as ProfileWish;
  return () => change({ id, ...touched });
}
