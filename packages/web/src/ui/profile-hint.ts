import type { Profile } from '@tenfold/contract';

/** What stands beside a profile's name in a list. */
export function profileHint({ model, shared }: Pick<Profile, 'model' | 'shared'>): string {
  return shared ? `Shared · ${model}` : model;
}
