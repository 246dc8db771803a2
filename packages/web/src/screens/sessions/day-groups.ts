import type { Session } from '@tenfold/contract';

/** Sessions of one day, or those that are pinned. */
export interface DayGroup {
  readonly name: string;
  readonly sessions: readonly Session[];
}

/** Pinned sessions, then the others by the day they were last used, the newest day first: what was imported may be old. Days are those of the reader's clock. */
export function dayGroups(sessions: readonly Session[], now: Date): DayGroup[] {
  const groups = Map.groupBy(sessions, ({ pinnedAt, updatedAt }) =>
    pinnedAt === null ? dayName(new Date(updatedAt), now) : PINNED,
  );
  const rank = ({ name, sessions: inDay }: DayGroup) =>
    name === PINNED ? Number.POSITIVE_INFINITY : Math.max(...inDay.map(({ updatedAt }) => updatedAt));
  return [...groups].map(([name, inDay]) => ({ name, sessions: inDay })).sort((a, b) => rank(b) - rank(a));
}

const PINNED = 'Pinned';

/** Today, Yesterday, a weekday within a week, else the date. A clock that ran ahead still says Today. */
export function dayName(day: Date, now: Date): string {
  const days = Math.round((midnight(now) - midnight(day)) / 86_400_000);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return day.toLocaleDateString('en-US', { weekday: 'long' });
  const sameYear = day.getFullYear() === now.getFullYear();
  return day.toLocaleDateString('en-US', { month: 'long', day: 'numeric', ...(sameYear ? {} : { year: 'numeric' }) });
}

function midnight(day: Date): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
}
