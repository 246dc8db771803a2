import type { Session } from '@tenfold/contract';
import { useSessions } from '../../queries/sessions.ts';
import { appState } from '../../state/per-session.ts';

/** The session that was chosen to make previews on. */
export const chosenSession = appState<string | null>(null);

/** The session previews are made on: the chosen one, else the fullest, which has most to show. */
export function useChosenSession(): Session | undefined {
  const id = chosenSession.use();
  const { data: sessions = [] } = useSessions();
  return sessions.find((session) => session.id === id) ?? fullest(sessions.filter(({ entries }) => entries > 0));
}

function fullest(sessions: readonly Session[]): Session | undefined {
  return sessions.toSorted((a, b) => (b.status?.used ?? 0) - (a.status?.used ?? 0))[0];
}
