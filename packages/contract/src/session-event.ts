import * as z from 'zod';
import { Checkpoint } from './checkpoint.ts';
import { Run } from './fold.ts';
import { count, id, list, named } from './json.ts';
import { Entry, QueuedMessage } from './message.ts';
import { ContextStatus, Job } from './status.ts';
import { WaitingCall } from './tool-servers.ts';

/** What each kind of event tells. */
const told = {
  status: ContextStatus,
  /** The key its sender gave it, by which a tab knows its own. */
  entry: z.object({ entry: Entry, version: count, branch: z.string(), idempotencyKey: id.nullable() }),
  job: Job,
  run: Run,
  head: z.object({
    version: count,
    branch: z.string(),
    why: z.enum(['protect', 'branch', 'restore', 'fold', 'switch', 'resume', 'undo', 'redo', 'peel', 'edit', 'label']),
  }),
  checkpoint: Checkpoint,
  session: z.object({ id, title: z.string() }),
  queue: z.object({ messages: list(QueuedMessage) }),
  approvals: z.object({ calls: list(WaitingCall) }),
  warning: z.object({ code: z.string(), message: z.string() }),
};

/** Kinds of events. */
export type EventType = keyof typeof told;
/** What an event of a kind tells. */
export type EventData<T extends EventType> = { [Type in EventType]: z.input<(typeof told)[Type]> }[T];

const by = { actor: z.string().nullable() };

/** What happened to a session. Its sequence number is the id of the server-sent event. */
export const SessionEvent = named(
  'SessionEvent',
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('ready') }),
    told.status.extend({ type: z.literal('status'), ...by }),
    told.entry.extend({ type: z.literal('entry'), ...by }),
    told.job.extend({ type: z.literal('job'), ...by }),
    told.run.extend({ type: z.literal('run'), ...by }),
    told.head.extend({ type: z.literal('head'), ...by }),
    told.checkpoint.extend({ type: z.literal('checkpoint'), ...by }),
    told.session.extend({ type: z.literal('session'), ...by }),
    told.queue.extend({ type: z.literal('queue'), ...by }),
    told.approvals.extend({ type: z.literal('approvals'), ...by }),
    told.warning.extend({ type: z.literal('warning'), ...by }),
  ]),
);
export type SessionEvent = z.infer<typeof SessionEvent>;
