import type { Entry } from '@tenfold/contract';

/** Longer than this nobody waited: it was brought in, or came back to. */
const MAX_MS = 3_600_000;

/** Milliseconds from one message of the record to the one that came of it; null where that says nothing. */
export function tookBetween(before: Pick<Entry, 'createdAt'> | undefined, after: Pick<Entry, 'createdAt'>): number | null {
  if (before === undefined) return null;
  const ms = after.createdAt - before.createdAt;
  return ms > 0 && ms < MAX_MS ? ms : null;
}
