import type { QueryClient } from '@tanstack/react-query';
import type { ContextStatus, Entry, Job, Run, Session, SessionEvent } from '@tenfold/contract';
import { ACTOR } from '../api/actor.ts';
import { noteJob, noteRun } from '../state/fold-watch.ts';
import { perSession } from '../state/per-session.ts';
import { withSentFiles } from '../state/sent-files.ts';
import { notifyStored } from '../state/stored-keys.ts';
import { toast } from '../ui/toast.tsx';
import { keys } from './keys.ts';
import { putFresh } from './put-fresh.ts';
import { isShown, putEntry } from './thread.ts';

/** What others did to a session since it was last refreshed here: messages that are not shown, and whether the thread jumped. */
interface Elsewhere {
  readonly unseen: readonly string[];
  readonly jumped: boolean;
}

const NOTHING: Elsewhere = { unseen: [], jumped: false };
const elsewhere = perSession<Elsewhere>(NOTHING);

/** What others did to a session and this tab does not show yet. */
export function useElsewhere(): { readonly messages: number; readonly changed: boolean } {
  const { unseen, jumped } = elsewhere.useHere();
  return { messages: unseen.length, changed: jumped || unseen.length > 0 };
}

/** Shows everything others did. */
export function refreshSession(client: QueryClient, session: string): void {
  elsewhere.set(session, () => NOTHING);
  void client.invalidateQueries({ queryKey: keys.session(session) });
  void client.invalidateQueries({ queryKey: keys.sessions });
}

/** Takes one event in. What another tab did is counted, and shown only when asked for: nothing moves under one's eyes. */
export function takeEvent(client: QueryClient, session: string, event: SessionEvent): void {
  const { type } = event;
  if (type === 'status') takeStatus(client, session, event);
  else if (type === 'entry') takeEntry(client, session, event, isForeign(event.actor));
  else if (type === 'job') takeJob(client, session, event);
  else if (type === 'run') takeRun(client, session, event);
  else if (type === 'queue') putFresh(client, keys.queue(session), event.messages);
  else if (type === 'approvals') putFresh(client, keys.approvals(session), event.calls);
  else if (type === 'head') takeHead(client, session, event.why, event.actor);
  else if (type === 'checkpoint') invalidate(client, session, [keys.checkpoints]);
  else if (type === 'session') takeTitle(client, session, event.title);
  else if (type === 'warning') toast(event.message);
}

function isForeign(actor: string | null): boolean {
  return actor !== null && actor !== ACTOR;
}

/** Takes an entry in that was stored, and the key it was sent under. */
export function takeEntry(
  client: QueryClient,
  session: string,
  { entry, idempotencyKey }: { readonly entry: Entry; readonly idempotencyKey: string | null },
  foreign: boolean,
): void {
  if (idempotencyKey !== null) notifyStored(session, idempotencyKey);
  if (foreign) {
    // An answer that was joined here brings its entries by itself.
    if (!isShown(client, session, entry)) noteUnseen(session, entry.id);
  } else {
    putEntry(client, session, withSentFiles(entry, idempotencyKey));
    elsewhere.set(session, (now) => (now.unseen.includes(entry.id) ? without(now, entry.id) : now));
  }
}

/** Takes in how a fold goes. */
export function takeJob(client: QueryClient, session: string, job: Job): void {
  noteJob(session, job);
  if (job.state !== 'queued' && job.state !== 'running') invalidate(client, session, [keys.jobs]);
}

/** Takes in what was folded. */
export function takeRun(client: QueryClient, session: string, run: Run): void {
  noteRun(session, run);
  invalidate(client, session, [keys.runs, keys.folds, keys.entries, keys.context, keys.status]);
}

/** A head that jumped elsewhere would swap the thread being read. */
const SWAPS: ReadonlySet<HeadEvent['why']> = new Set(['switch', 'restore']);
type HeadEvent = Extract<SessionEvent, { type: 'head' }>;

function takeHead(client: QueryClient, session: string, why: HeadEvent['why'], actor: string | null): void {
  if (why === 'label') invalidate(client, session, [keys.branches]);
  else if (isForeign(actor) || (SWAPS.has(why) && actor !== ACTOR)) elsewhere.set(session, (now) => ({ ...now, jumped: true }));
  else if (why === 'fold' || why === 'protect')
    invalidate(client, session, [keys.runs, keys.entries, keys.folds, keys.context, keys.status]);
  // The turn that made a branch shows it by itself.
  else if (why !== 'branch') invalidate(client, session, [keys.session]);
}

/** Takes in how full the context is, unless something newer is known. */
export function takeStatus(client: QueryClient, session: string, status: ContextStatus): void {
  const known = client.getQueryData<ContextStatus>(keys.status(session));
  if (known === undefined || status.version >= known.version) putFresh(client, keys.status(session), status);
}

function takeTitle(client: QueryClient, session: string, title: string): void {
  const known = client.getQueryData<Session>(keys.session(session));
  if (known !== undefined) client.setQueryData<Session>(keys.session(session), { ...known, title });
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
