import type { Frame } from '@tenfold/core';
import {
  type Appended,
  type BranchEnd,
  grownContext,
  type Session,
  type SessionId,
  type Store,
  type UnstoredEntry,
  type Used,
} from '@tenfold/store';
import { BoundedMap } from '../bounded-map.ts';
import { Pace } from '../pace.ts';
import type { Choices, Chooser } from '../settings/choices.ts';
import { type Conversations, type Opened, openedOf } from './conversations.ts';
import { countAhead } from './count-ahead.ts';
import { bareEntry } from './entry-note.ts';

/** A session as it is at one moment: what is decided for it and what its conversation is. A turn loads it once and passes it down. */
export interface LoadedSession {
  readonly session: Session;
  readonly choices: Choices;
  readonly frame: Frame;
  readonly branch: string;
  readonly opened: Opened;
  /** End of the branch, where the next append goes. */
  readonly end: BranchEnd;
  /** What its head was counted at. */
  readonly used: Used | null;
}

/** Sessions that are remembered as they were seen: as many as conversations are kept open. */
const KEPT = 128;

/** Loads sessions. */
export interface SessionLoader {
  /** On the current branch unless another is named. */
  load(session: SessionId, branch?: string): Promise<LoadedSession>;
  /** A session on its current branch as it was last seen here, by which it may be written to where it still is so; null where nobody looked. */
  kept(session: SessionId): LoadedSession | null;
  /** Keeps what a loaded session has become, so that the next load need not read it. */
  keep(loaded: LoadedSession): void;
  forget(session: SessionId): void;
}

/** The loader over a store. */
export function sessionLoader(
  store: Store,
  chooser: Chooser,
  conversations: Conversations,
  frameOf: (choices: Choices) => Frame,
): SessionLoader {
  const seen = new BoundedMap<SessionId, LoadedSession>(KEPT);
  const see = (loaded: LoadedSession) => {
    if (loaded.branch === loaded.end.current) seen.set(loaded.session.id, loaded);
    return loaded;
  };
  return {
    async load(id, named) {
      const found = await store.sessions.open(id, named);
      const choices = await chooser.for(found);
      const frame = frameOf(choices);
      const { session, end, used } = found;
      const opened = await conversations.open(found, frame);
      await readLong(opened, choices);
      return see({ session, choices, frame, branch: end.head.branch, end, used, opened });
    },
    kept: (session) => seen.get(session) ?? null,
    keep(loaded) {
      see(loaded);
      conversations.keep(loaded.opened, loaded.frame);
    },
    forget(session) {
      seen.delete(session);
      conversations.forget(session);
    },
  };
}

/** Entries that are read and counted in a few milliseconds. */
const FEW = 1_000;
const counted = new WeakMap<Opened, string>();

/** Makes of a long context what everybody asks of it, step by step, so that nobody else waits for all of it. */
export async function readLong(opened: Opened, { count, counted: by }: Pick<Choices, 'count' | 'counted'>): Promise<void> {
  const { entries } = opened.context;
  if (entries.length <= FEW || counted.get(opened) === by) return;
  counted.set(opened, by);
  const pace = new Pace();
  for (const part of ['conversation', 'seams', 'view'] as const) {
    await pace.rest();
    void opened[part];
  }
  await countAhead(
    entries.map(({ entry }) => entry.message),
    count,
  );
  // Whoever asked for it looks through all of it next.
  await pace.rest();
}

/** A loaded session with entries behind its end; null where they do not follow what was loaded. */
export function grown(
  loaded: LoadedSession,
  { entries, head }: Pick<Appended, 'head'> & { readonly entries: readonly UnstoredEntry[] },
): LoadedSession | null {
  const { branch, frame, end } = loaded;
  const added = entries.map(({ position, countedTokens, ...entry }) => ({ position, entry: bareEntry(entry), countedTokens }));
  const context = grownContext(loaded.opened.context, head, { parent: entries[0]?.parent ?? null, entries: added });
  if (context === null) return null;
  const role = entries.at(-1)?.message.role ?? end.role;
  return { ...loaded, used: null, opened: openedOf(context, branch, frame), end: { ...end, head, role } };
}
