import { BoundedMap } from './bounded-map.ts';
import type { LoadedSession } from './conversation/load-session.ts';
import { RequestNotes } from './conversation/request-notes.ts';

/** Entries and folds of all sessions that are remembered as they were seen; more than talk at a time, or each would be read anew for every message. */
const MAX_ROWS = 100_000;
/** What a session takes without any. */
const EACH = 50;

/** What a process remembers of sessions, of all who share it together: so many, however many people they belong to. */
export interface SessionCaches {
  readonly loaded: BoundedMap<string, LoadedSession>;
  readonly requests: RequestNotes;
}

/** Nothing remembered yet. */
export function sessionCaches(maxRows = MAX_ROWS): SessionCaches {
  return {
    loaded: new BoundedMap(maxRows, (_, { opened: { context } }) => EACH + context.entries.length + context.folds.length),
    requests: new RequestNotes(),
  };
}
