import { createContext, useContext } from 'react';

const SessionId = createContext<string | null>(null);

/** Names the session that everything inside is about. */
export const InSession = SessionId.Provider;

/** The id of the session one is in. */
export function useSessionId(): string {
  const session = useContext(SessionId);
  if (session === null) throw new Error('This is about no session: it stands outside of InSession.');
  return session;
}
