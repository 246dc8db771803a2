import type { Original } from '@tenfold/dialects';
import type { SessionId } from '@tenfold/store';
import { BoundedMap } from './bounded-map.ts';
import type { Chain } from './chains/chain.ts';
import type { ChainIndex } from './chains/chain-index.ts';
import type { Watch } from './checkpoints/watcher.ts';
import { type LoadedSession, rowsOf } from './conversation/load-session.ts';
import { RequestNotes } from './conversation/request-notes.ts';
import type { KnownFolds } from './folding/fold-trigger.ts';
import type { Decided } from './settings/choices.ts';

/** Entries and folds of all sessions that are remembered as they were seen; more than talk at a time, or each would be read anew for every message. */
const MAX_ROWS = 100_000;
/** Sessions of which small things are remembered; of others they are read again. */
const MAX_SESSIONS = 1_000;
/** Characters of the gateway's messages that are remembered, so that they are read and counted once; and what each of them counts for beside. */
const MAX_SEEN = 32_000_000;
const EACH_SEEN = 1_600;

/** What a process remembers, of all who share it together: so much, however many people it belongs to. */
export interface SessionCaches {
  readonly loaded: BoundedMap<string, LoadedSession>;
  readonly requests: RequestNotes;
  readonly choices: BoundedMap<SessionId, Decided>;
  readonly folds: BoundedMap<SessionId, KnownFolds>;
  /** By session and branch. */
  readonly watches: BoundedMap<string, Watch>;
  /** When a provider is asked again for the limits of a model, by owner and model. */
  readonly limits: BoundedMap<string, number>;
  /** Messages that came through the gateway, by their text. */
  readonly pieces: BoundedMap<string, Original>;
  /** Chains in memory, the one used longest ago first, and whose they are. */
  readonly chains: Map<Chain, ChainIndex>;
}

/** Nothing remembered yet. */
export function sessionCaches(maxRows = MAX_ROWS): SessionCaches {
  return {
    loaded: new BoundedMap(maxRows, rowsOf),
    requests: new RequestNotes(),
    choices: new BoundedMap(MAX_SESSIONS),
    folds: new BoundedMap(MAX_SESSIONS),
    watches: new BoundedMap(MAX_SESSIONS),
    limits: new BoundedMap(MAX_SESSIONS),
    pieces: new BoundedMap(MAX_SEEN, (_, { length }) => EACH_SEEN + length),
    chains: new Map(),
  };
}
