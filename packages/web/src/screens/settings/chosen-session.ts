import type { Session } from '../../api/contract.ts';
import { useSessions } from '../../queries/sessions.ts';
import { perSession } from '../../state/per-session.ts';

const chosen = perSession<string | null>(null);
const ALL = '';

/** Chooses the session that previews are made on. */
export function chooseSession(id: string): void {
  chosen.set(ALL, () => id);
}

/** The session previews are made on: the chosen one, else the latest that has anything in it. */
export function useChosenSession(): Session | undefined {
  const id = chosen.use(ALL);
  const { data: sessions = [] } = useSessions();
  return sessions.find((session) => session.id === id) ?? sessions.find(({ entries }) => entries > 0);
}
