import type { SessionId } from '@tenfold/store';
import type { EntryView } from './sessions.ts';

/** What one session is about, for others to find. */
export interface Memory {
  readonly id: string;
  readonly sessionId: SessionId;
  readonly title: string;
  readonly text: string;
  readonly tokens: number;
  readonly createdAt: number;
}

/** Session memories. */
export interface Memories {
  /** All, newest first, or those that match. */
  search(text?: string): Promise<readonly Memory[]>;
  /** Brings the memory of `from` into a session as an entry; one is made if there is none. */
  bring(session: SessionId, from: SessionId): Promise<EntryView>;
}
