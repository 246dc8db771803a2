import type { Profile, ProfileWish } from '@tenfold/contract';
import { useAddProfile, useChangeProfile } from '../../../queries/profiles.ts';
import { type Problems, useSave } from '../use-save.ts';
import { draftOf, needsKeyAgain, type ProfileDraft, wishOf } from './profile-draft.ts';

const KEY_AGAIN = 'The stored key belongs to another host. Enter the key for this address.';

/** Saves a profile or adds one; what is refused stands beside its field. */
export function useSaveProfile(profile: Profile | null, onSaved: () => void) {
  const { mutateAsync: add } = useAddProfile();
  const { mutateAsync: change } = useChangeProfile();
  const { save: run, problems, setProblems, saving } = useSave();
  const send = (draft: ProfileDraft, wish: ProfileWish) =>
    profile === null
      ? add({ ...wish, name: draft.name, provider: draft.provider, model: draft.model })
      : change({ id: profile.id, ...wish, expect: profile.version });
  const save = async (draft: ProfileDraft) => {
    const wrong = problemsOf(draft, profile);
    if (Object.keys(wrong).length > 0) return setProblems(wrong);
    const wanted = wishOf(draft, draftOf(profile));
    // Only a server that may want no key comes here without one for its new host; the old one is of no use to it.
    const wish = wanted.key === undefined && needsKeyAgain(draft, profile) ? { ...wanted, key: null } : wanted;
    const what = profile === null ? `${draft.name} added` : draft.name;
    const undo = profile === null ? null : undoOf(profile, wish, change);
    if (await run(() => send(draft, wish), what, undo)) onSaved();
  };
  return { save, saving, problems: byField(problems) };
}

function problemsOf(draft: ProfileDraft, profile: Profile | null): Problems {
  const { name, model, key, provider } = draft;
  const empty = Object.entries({ name, model }).filter(([, text]) => text.trim() === '');
  const needsKey = key.trim() === '' && provider !== 'openai-compatible' && needsKeyAgain(draft, profile);
  return {
    ...Object.fromEntries(empty.map(([field]) => [field, 'This must not be empty.'])),
    ...(needsKey ? { key: KEY_AGAIN } : {}),
  };
}

/** A threshold and an option stand in fields of their own name. */
function byField(problems: Problems): Problems {
  return Object.fromEntries(
    Object.entries(problems).map(([field, message]) => [
      field.replace('thresholds.', '').replace(/^options\..*/, 'options'),
      message,
    ]),
  );
}

/** A key that was replaced cannot come back, so such a change cannot be taken back whole. */
function undoOf(profile: Profile, wish: ProfileWish, change: (wish: ProfileWish & { id: string }) => Promise<unknown>) {
  if (wish.key !== undefined) return null;
  const { price, priceFrom } = profile;
  const own = priceFrom === 'profile' ? price : null;
  const before: ProfileWish = {
    ...profile,
    inputPrice: own?.input ?? null,
    outputPrice: own?.output ?? null,
    cacheReadsPrice: own?.cacheRead ?? null,
    cacheWritesPrice: own?.cacheWrite ?? null,
  };
  const touched: ProfileWish = Object.fromEntries(Object.entries(before).filter(([field]) => field in wish));
  return () => change({ id: profile.id, ...touched });
}
