import type { EventData } from '@tenfold/contract';
import { holdsFiles, type Message } from '@tenfold/core';
import type { Appended, AppendRequest, NewEvent, Used } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { type EntryView, eventEntry, newEntryView, withoutNote, withTextFiles } from './entry-note.ts';
import { countAhead, grown, type LoadedSession, type SessionLoader } from './load-session.ts';
import { contextStatus, countedBy, emptyUsed, type FoldState } from './status.ts';

/** What is appended to a loaded session. */
export interface Addition extends Pick<AppendRequest, 'entries' | 'key' | 'expect' | 'pending' | 'begins' | 'title'> {
  readonly actor: string | null;
  /** The messages as they are sent and counted, where who appends has them. */
  readonly bare?: readonly Message[];
  /** How folding stands, where the session is to be measured as it is then. */
  readonly folds?: FoldState;
  /** Whether its status then is published too. */
  readonly publishesStatus?: boolean;
}

/** What was appended, as views too, and what the session is then. */
export interface AppendedTo {
  readonly loaded: LoadedSession;
  readonly appended: Appended;
  readonly entries: readonly EntryView[];
}

/**
 * Appends to a loaded session and tells of it, all in one transaction. Gives the session as it is then: grown by what was
 * written, or loaded anew where somebody else wrote meanwhile. By `appendAtEnd` a session that is not so any more is not written to.
 */
export async function appendTo<Written extends Appended | null>(
  { now, events }: Pick<Dependencies, 'now' | 'events'>,
  loader: SessionLoader,
  loaded: LoadedSession,
  { folds, publishesStatus = false, actor, bare: given, ...addition }: Addition,
  append: (request: AppendRequest) => Promise<Written>,
): Promise<AppendedTo | Extract<Written, null>> {
  const { session, branch, choices, end } = loaded;
  const { key = null, title } = addition;
  // What is counted once is found counted by all who measure the session with it.
  const bare = given ?? addition.entries.map(({ message }) => withTextFiles(withoutNote(message)));
  await countAhead(bare, choices.count);
  let next: LoadedSession | null = null;
  let entries: EntryView[] = [];
  let used: Used | null = null;
  const appended = await append({
    session: session.id,
    branch,
    end,
    ...addition,
    at: now(),
    alongside: ({ entries: written, head }) => {
      next = grown(loaded, { entries: written, head }, bare);
      const status = next === null || folds === undefined ? null : contextStatus(next, folds);
      const tokens = status?.used ?? knownUsed(loaded, bare);
      used = tokens === null ? null : { tokens, by: countedBy(loaded) };
      const told: NewEvent[] = [];
      // It is asked anew where somebody else has written meanwhile.
      entries = [];
      for (const [at, one] of written.entries()) {
        const entry = newEntryView(one, head.head.protected.includes(one.id), choices.count.message(bare[at] ?? one.message));
        entries.push(entry);
        const data: EventData<'entry'> = { entry: eventEntry(entry), version: head.version, branch, idempotencyKey: key };
        told.push({ type: 'entry', actor, data });
      }
      if (title !== undefined) {
        const data: EventData<'session'> = { id: session.id, title };
        told.push({ type: 'session', actor: null, data });
      }
      if (status !== null && publishesStatus) told.push({ type: 'status', actor: null, data: status });
      return { ...(used === null ? {} : { used }), events: told };
    },
  });
  if (appended === null) return appended as Extract<Written, null>;
  events.wake(session.id);
  const kept = next as LoadedSession | null;
  if (kept === null || appended.repeated || kept.opened.version !== appended.head.version)
    return { loaded: await loader.load(session.id, branch), appended, entries };
  const current = {
    ...kept,
    session: { ...session, title: appended.end.title, version: appended.end.sessionVersion },
    end: appended.end,
    used,
  };
  loader.keep(current);
  return { loaded: current, appended, entries };
}

/** What a session is counted at with entries behind its end: nothing before them changes. */
function knownUsed(loaded: LoadedSession, bare: readonly Message[]): number | null {
  // What a file weighs is known with all others that are sent.
  if (bare.some(holdsFiles)) return null;
  const { count } = loaded.choices;
  const before = loaded.end.head.length === 0 ? emptyUsed(loaded) : loaded.used;
  if (before?.by !== countedBy(loaded)) return null;
  return bare.reduce((sum, message) => sum + count.message(message), before.tokens);
}
