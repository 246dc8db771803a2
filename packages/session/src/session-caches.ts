import type { BoundedMap } from './bounded-map.ts';
import { type LoadedSession, loadedSessions } from './conversation/load-session.ts';
import { RequestNotes } from './conversation/request-notes.ts';

/** What a process remembers of sessions, of all who share it together: so many, however many people they belong to. */
export interface SessionCaches {
  readonly loaded: BoundedMap<string, LoadedSession>;
  readonly requests: RequestNotes;
}

/** Nothing remembered yet. */
export function sessionCaches(maxRows?: number): SessionCaches {
  return { loaded: loadedSessions(maxRows), requests: new RequestNotes() };
}
