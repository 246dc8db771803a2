import { perSession } from './per-session.ts';

const spoken = perSession('');
const ALL = '';

/** Says something to those who listen instead of look. Only for the start and end of condensing. */
export function announce(text: string): void {
  spoken.set(ALL, () => text);
}

/** What was said last. */
export function useAnnouncement(): string {
  return spoken.use(ALL);
}
