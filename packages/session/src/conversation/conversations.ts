import { type Conversation, type Entry, type Frame, project, type Seams, seamsOf, type View } from '@tenfold/core';
import { type Appended, type Context, openContext, type PlacedEntry, type SessionId, type Store } from '@tenfold/store';
import { withoutNote } from './entry-note.ts';

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
  open(session: SessionId, branch: string, frame: Frame): Promise<Opened>;
  /** Tells what was appended, so that the next opening need not read it. */
  grew(session: SessionId, branch: string, appended: Appended): void;
  forget(session: SessionId): void;
}

/** Conversations kept open at once. */
const KEPT = 32;

/** The conversations of a store. */
export function conversationsOn(store: Store): Conversations {
  const known = new Map<string, Context>();
  const views = new WeakMap<Context, Map<Frame, Opened>>();
  const keep = (key: string, context: Context) => {
    known.delete(key);
    known.set(key, context);
    const [oldest] = known.keys();
    if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
    return context;
  };
  const current = async (session: SessionId, branch: string) => {
    const key = keyOf(session, branch);
    const there = known.get(key);
    const { version } = await store.heads.get(session, branch);
    if (there?.version === version) return keep(key, there);
    return keep(key, bareContext(await store.contexts.load(session, { branch }), there));
  };
  return {
    async open(session, branch, frame) {
      const context = await current(session, branch);
      const byFrame = views.get(context) ?? new Map<Frame, Opened>();
      views.set(context, byFrame);
      const opened = byFrame.get(frame) ?? openedOf(context, branch, frame);
      byFrame.set(frame, opened);
      return opened;
    },
    grew(session, branch, { entries, head }) {
      const key = keyOf(session, branch);
      const there = known.get(key);
      if (there === undefined || there.version !== head.version - 1 || entries[0]?.position !== there.length) return;
      const added = entries.map(({ id, message, position, countedTokens }) => ({
        position,
        entry: { id, message: withoutNote(message) },
        countedTokens,
      }));
      keep(key, { ...there, head: head.head, version: head.version, length: head.length, entries: [...there.entries, ...added] });
    },
    forget(session) {
      for (const key of known.keys()) if (key.startsWith(`${session}\n`)) known.delete(key);
    },
  };
}

function keyOf(session: SessionId, branch: string): string {
  return `${session}\n${branch}`;
}

/** The context with notes taken off; entries that were open before are the same objects, so that counts are remembered. */
export function bareContext(context: Context, before?: Context): Context {
  const known = new Map(before?.entries.map((placed) => [placed.entry.id, placed.entry]));
  const entries = context.entries.map((placed): PlacedEntry => {
    const entry: Entry = known.get(placed.entry.id) ?? { id: placed.entry.id, message: withoutNote(placed.entry.message) };
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
