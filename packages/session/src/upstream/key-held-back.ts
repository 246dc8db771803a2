import type { HeldBackKey } from './endpoint.ts';

/** A key that stays where it is: it was given for another host than the one it would go to. */
export class KeyHeldBack extends Error {
  override readonly name = 'KeyHeldBack';
  constructor({ from, holder }: HeldBackKey, to: string) {
    super(
      from === 'stored'
        ? `The key of this profile was given for ${holder}; its requests now go to ${to}. Nothing was sent. Enter the key again in the profile's settings, or remove it there.`
        : `The key of the environment goes to ${holder} only; this profile's requests go to ${to}. Nothing was sent. Allow it for that host in the profile's settings, or enter a key there.`,
    );
  }
}
