import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Conversation, type Entry, type Frame, project, type Seams, seamsOf, type View } from '@tenfold/core';
import {
  type BranchEnd,
  type Context,
  openContext,
  type PlacedEntry,
  type SessionId,
  type Store,
  type StoredHead,
  type UnstoredEntry,
} from '@tenfold/store';
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

/** Opens conversations. What was opened is kept while it is current, so that a grown one costs only what is new. */
export interface Conversations {
  /** The conversation up to the end of a branch that was just read. */
  open(end: BranchEnd, frame: Frame): Promise<Opened>;
  keep(opened: Opened, frame: Frame): void;
  forget(session: SessionId): void;
}

/** Conversations kept open at once: more than talk at a time, or each would be read anew for every message. */
const KEPT = 128;
/** Folds of a context that took its time to be read. */
const MANY_FOLDS = 500;

/** The conversations of a store. */
export function conversationsOn(store: Store): Conversations {
  const known = new BoundedMap<string, { readonly opened: Opened; readonly frame: Frame }>(KEPT);
  const keep = (opened: Opened, frame: Frame) => void known.set(keyOf(opened.session, opened.branch), { opened, frame });
  const current = async (end: BranchEnd, there: Context | undefined) => {
    const { session, branch, version, head, length } = end.head;
    if (there?.version === version) return there;
    if (length === 0) return emptyContext(session, head, version);
    // Another process has gone on with it, as a rule: then what came behind is all that is new.
    const loaded = (there && (await store.contexts.grown(there, end))) ?? (await store.contexts.load(session, { branch }));
    if (loaded.folds.length > MANY_FOLDS) await nextTurn();
    return bareContext(loaded, there);
  };
  return {
    async open(end, frame) {
      const { session, branch, version } = end.head;
      const before = known.get(keyOf(session, branch));
      if (before?.opened.version === version && before.frame === frame) return before.opened;
      const opened = openedOf(await current(end, before?.opened.context), branch, frame);
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

/** A context with entries behind its end; null where they follow something else. */
export function grownContext(context: Context, entries: readonly UnstoredEntry[], head: StoredHead): Context | null {
  if (context.version !== head.version - 1 || entries[0]?.position !== context.length) return null;
  const added = entries.map(({ id, message, position, countedTokens }) => ({
    position,
    entry: bareEntry({ id, message }),
    countedTokens,
  }));
  return { ...context, head: head.head, version: head.version, length: head.length, entries: [...context.entries, ...added] };
}

function keyOf(session: SessionId, branch: string): string {
  return `${session}\n${branch}`;
}

/** The context with notes taken off; entries that were open before are the same objects, so that counts are remembered. */
export function bareContext(context: Context, before?: Context): Context {
  const known = new Map(before?.entries.map((placed) => [placed.entry.id, placed.entry]));
  const entries = context.entries.map((placed): PlacedEntry => {
    const entry: Entry = known.get(placed.entry.id) ?? bareEntry(placed.entry);
    return { ...placed, entry };
  });
  const folds = new Map(before?.folds.map((fold) => [fold.id, fold]));
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
