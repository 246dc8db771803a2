import { type Conversation, type Entry, type Frame, project, type Seams, seamsOf, type View } from '@tenfold/core';
import { type Context, openContext, type PlacedEntry, type SessionId } from '@tenfold/store';
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
