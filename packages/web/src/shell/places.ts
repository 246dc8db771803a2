import type { LinkProps } from '@tanstack/react-router';

/** A place of the app and the key that leads there after `g`. */
export interface RailPlace {
  readonly key: string;
  readonly label: string;
  /** Where it is; null where it needs a session and none is open. */
  link(session: string | undefined): LinkProps | null;
}

const ofSession =
  (to: '/s/$session' | '/s/$session/inspector' | '/s/$session/timeline' | '/s/$session/lab') =>
  (session: string | undefined): LinkProps | null =>
    session === undefined ? null : { to, params: { session } };

/** All places, in the order of the rail. */
export const PLACES: readonly RailPlace[] = [
  { key: 's', label: 'Sessions', link: () => ({ to: '/' }) },
  { key: 'c', label: 'Chat', link: ofSession('/s/$session') },
  { key: 'i', label: 'Inspector', link: ofSession('/s/$session/inspector') },
  { key: 't', label: 'Timeline', link: ofSession('/s/$session/timeline') },
  { key: 'l', label: 'Lab', link: ofSession('/s/$session/lab') },
  { key: 'f', label: 'Traffic', link: () => ({ to: '/traffic' }) },
  { key: 'm', label: 'Metrics', link: () => ({ to: '/metrics-summary' }) },
  { key: ',', label: 'Settings', link: () => ({ to: '/settings/$section', params: { section: 'profiles' } }) },
];
