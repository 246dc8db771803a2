import type { QueryClient } from '@tanstack/react-query';
import { ACTOR } from '../api/actor.ts';
import type { ContextStatus, Entry, Job, QueuedMessage, Run, Session } from '../api/contract.ts';
import type { News } from '../api/session-events.ts';
import { noteJob, noteRun } from '../state/fold-watch.ts';
import { tellOwnEntry } from '../state/own-entries.ts';
import { perSession } from '../state/per-session.ts';
import { toast } from '../ui/toast.tsx';
import { keys } from './keys.ts';
import { isShown, putEntry } from './thread.ts';

/** What others did to a session since it was last refreshed here: messages that are not shown, and whether the thread jumped. */
interface Elsewhere {
  readonly unseen: readonly string[];
  readonly jumped: boolean;
}

const NOTHING: Elsewhere = { unseen: [], jumped: false };
const elsewhere = perSession<Elsewhere>(NOTHING);

/** What others did to a session and this tab does not show yet. */
export function useElsewhere(session: string): { readonly messages: number; readonly changed: boolean } {
  const { unseen, jumped } = elsewhere.use(session);
  return { messages: unseen.length, changed: jumped || unseen.length > 0 };
}

/** Shows everything others did. */
export function refreshSession(client: QueryClient, session: string): void {
  elsewhere.set(session, () => NOTHING);
  void client.invalidateQueries({ queryKey: keys.session(session) });
  void client.invalidateQueries({ queryKey: keys.sessions });
}

interface Told {
  readonly actor?: string | null;
}

type Taker = (client: QueryClient, session: string, data: unknown, foreign: boolean) => void;

const TAKERS: Readonly<Record<string, Taker>> = {
  status: (client, session, data) => takeStatus(client, session, data as ContextStatus),
  entry(client, session, data, foreign) {
    const { entry } = data as { entry: Entry };
    if (foreign) {
      // An answer that was joined here brings its entries by itself.
      if (!isShown(client, session, entry)) noteUnseen(session, entry.id);
    } else {
      putEntry(client, session, entry);
      tellOwnEntry(session, entry);
      elsewhere.set(session, (now) => (now.unseen.includes(entry.id) ? without(now, entry.id) : now));
    }
  },
  job(client, session, data) {
    const job = data as Job;
    noteJob(session, job);
    if (job.state !== 'queued' && job.state !== 'running') invalidate(client, session, [keys.jobs]);
  },
  queue: (client, session, data) =>
    client.setQueryData(keys.queue(session), (data as { messages: readonly QueuedMessage[] }).messages),
  run(client, session, data) {
    noteRun(session, data as Run);
    invalidate(client, session, [keys.runs, keys.folds, keys.entries, keys.context, keys.status]);
  },
  head: (client, session, data, foreign) => takeHead(client, session, data as Told & { why?: string }, foreign),
  checkpoint: (client, session) => invalidate(client, session, [keys.checkpoints]),
  session: (client, session, data) => takeSession(client, session, data as Partial<Session>),
  warning: (_, __, data) => toast((data as { message?: string }).message ?? 'Something needs your attention.'),
};

/** Takes one piece of news in. What another tab did is counted, and shown only when asked for: nothing moves under one's eyes. */
export function takeNews(client: QueryClient, session: string, { type, data }: News): void {
  const { actor } = data as Told;
  TAKERS[type]?.(client, session, data, typeof actor === 'string' && actor !== ACTOR);
}

/** A head that jumped elsewhere would swap the thread being read. */
const SWAPS = new Set(['switch', 'restore', 'resume']);

function takeHead(client: QueryClient, session: string, { actor, why }: Told & { why?: string }, foreign: boolean): void {
  if (foreign || (SWAPS.has(why ?? '') && actor !== ACTOR)) elsewhere.set(session, (now) => ({ ...now, jumped: true }));
  else if (why === 'fold' || why === 'protect')
    invalidate(client, session, [keys.runs, keys.entries, keys.folds, keys.context, keys.status]);
  // The turn that made a branch shows it by itself.
  else if (why !== 'branch') invalidate(client, session, [keys.session]);
}

function takeStatus(client: QueryClient, session: string, status: ContextStatus): void {
  const known = client.getQueryData<ContextStatus>(keys.status(session));
  if (known === undefined || status.version >= known.version) client.setQueryData(keys.status(session), status);
}

function takeSession(client: QueryClient, session: string, changed: Partial<Session>): void {
  const known = client.getQueryData<Session>(keys.session(session));
  if (known !== undefined && changed.title !== undefined)
    client.setQueryData<Session>(keys.session(session), { ...known, title: changed.title });
  void client.invalidateQueries({ queryKey: keys.session(session), exact: true });
  void client.invalidateQueries({ queryKey: keys.sessions });
}

function noteUnseen(session: string, entry: string): void {
  elsewhere.set(session, (now) => (now.unseen.includes(entry) ? now : { ...now, unseen: [...now.unseen, entry] }));
}

function without(now: Elsewhere, entry: string): Elsewhere {
  return { ...now, unseen: now.unseen.filter((id) => id !== entry) };
}

function invalidate(client: QueryClient, session: string, which: readonly ((session: string) => readonly string[])[]): void {
  for (const key of which) void client.invalidateQueries({ queryKey: key(session) });
}
