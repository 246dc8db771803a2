import type { ProfileWish as CheckedWish, Profile, ProfileTest, ProfileThresholds } from '@tenfold/contract';

export type { ProfileTest, ProfileThresholds };

/** A profile as it is entered; its provider is checked with the rest. */
export type ProfileWish = Omit<CheckedWish, 'provider'> & { readonly provider?: string };
/** What the API calls `Profile`. */
export type ProfileView = Profile;

/** Configured models. */
export interface Profiles {
  list(): Promise<readonly ProfileView[]>;
  get(id: string): Promise<ProfileView>;
  add(profile: ProfileWish): Promise<ProfileView>;
  update(id: string, change: ProfileWish): Promise<ProfileView>;
  remove(id: string): Promise<void>;
  /** Asks the model for one word. */
  test(id: string): Promise<ProfileTest>;
}
