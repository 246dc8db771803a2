import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Conversation, type Entry, type Frame, project, type Seams, seamsOf, type View } from '@tenfold/core';
import { type Context, type OpenedSession, openContext, type PlacedEntry, type SessionId, type Store } from '@tenfold/store';
import { BoundedMap } from '../bounded-map.ts';
import { bareEntry } from './entry-note.ts';

/** A conversation as it is stored now, with what the engine makes of it. */
export interface Opened {
  readonly session: SessionId;
  readonly branch: string;
  readonly version: number;
  readonly context: Context;
  readonly conversation: Conversation;
  readonly view: View;
  readonly seams: Seams;
}

type Found = Pick<OpenedSession, 'end' | 'plan'>;

/** Opens conversations. What was opened is kept while it is current, so that a grown one costs only what is new. */
export interface Conversations {
  /** The conversation of a session that was just opened. */
  open(found: Found, frame: Frame): Promise<Opened>;
  keep(opened: Opened, frame: Frame): void;
  forget(session: SessionId): void;
}

/** Conversations kept open at once: more than talk at a time, or each would be read anew for every message. */
const KEPT = 128;
/** Folds, or entries, of a context that took its time to be read. */
const MANY_FOLDS = 500;
const MANY_ENTRIES = 5_000;

/** The conversations of a store. */
export function conversationsOn(store: Store): Conversations {
  const known = new BoundedMap<string, { readonly opened: Opened; readonly frame: Frame }>(KEPT);
  const keep = (opened: Opened, frame: Frame) => void known.set(keyOf(opened.session, opened.branch), { opened, frame });
  const current = async (found: Found, there: Context | undefined) => {
    const { session, version, head, length } = found.end.head;
    if (there?.version === version) return there;
    if (length === 0) return emptyContext(session, head, version);
    // Another process has gone on with it, as a rule: then what came behind is all that is new.
    const loaded = await store.contexts.open(found, there);
    if (loaded.folds.length > MANY_FOLDS || loaded.entries.length > MANY_ENTRIES) await nextTurn();
    return bareContext(loaded, there);
  };
  return {
    async open(found, frame) {
      const { session, branch, version } = found.end.head;
      const before = known.get(keyOf(session, branch));
      if (before?.opened.version === version && before.frame === frame) return before.opened;
      const opened = openedOf(await current(found, before?.opened.context), branch, frame);
      keep(opened, frame);
      return opened;
    },
    keep,
    forget(session) {
      for (const key of known.keys()) if (key.startsWith(`${session}\n`)) known.delete(key);
    },
  };
}

function emptyContext(session: SessionId, head: Context['head'], version: number): Context {
  return { session, head, version, length: 0, entries: [], folds: [], resting: [...head.folds], covered: [], ends: [] };
}

function keyOf(session: SessionId, branch: string): string {
  return `${session}\n${branch}`;
}

/** The context with notes taken off; entries that were open before are the same objects, so that counts are remembered. */
export function bareContext(context: Context, before?: Context): Context {
  // Those of one that grew are bare already.
  const other = context.entries.findIndex((placed, at) => placed !== before?.entries[at]);
  const same = other < 0 ? context.entries.length : other;
  const known = new Map(before?.entries.slice(same).map(({ entry }) => [entry.id, entry]));
  const fresh = context.entries.slice(same).map((placed): PlacedEntry => {
    const entry: Entry = known.get(placed.entry.id) ?? bareEntry(placed.entry);
    return { ...placed, entry };
  });
  const folds = new Map(before?.folds.map((fold) => [fold.id, fold]));
  const entries = [...context.entries.slice(0, same), ...fresh];
  return { ...context, entries, folds: context.folds.map((fold) => folds.get(fold.id) ?? fold) };
}

/** A stored context as the engine sees it; each part is made when it is asked for, since an append needs none. */
export function openedOf(context: Context, branch: string, frame: Frame): Opened {
  let conversation: Conversation | undefined;
  let seams: Seams | undefined;
  let view: View | undefined;
  return {
    session: context.session,
    branch,
    version: context.version ?? 0,
    context,
    get conversation() {
      conversation ??= openContext(context, frame);
      return conversation;
    },
    get view() {
      view ??= project(this.conversation);
      return view;
    },
    get seams() {
      seams ??= seamsOf(this.conversation);
      return seams;
    },
  };
}
