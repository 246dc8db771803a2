import type { Session } from '@tenfold/contract';
import { useSessions } from '../../queries/sessions.ts';
import { perSession } from '../../state/per-session.ts';

const chosen = perSession<string | null>(null);
const ALL = '';

/** Chooses the session that previews are made on. */
export function chooseSession(id: string): void {
  chosen.set(ALL, () => id);
}

/** The session previews are made on: the chosen one, else the fullest, which has most to show. */
export function useChosenSession(): Session | undefined {
  const id = chosen.use(ALL);
  const { data: sessions = [] } = useSessions();
  return sessions.find((session) => session.id === id) ?? fullest(sessions.filter(({ entries }) => entries > 0));
}

function fullest(sessions: readonly Session[]): Session | undefined {
  return sessions.toSorted((a, b) => (b.status?.used ?? 0) - (a.status?.used ?? 0))[0];
}
