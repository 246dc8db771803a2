import * as z from 'zod';
import { Checkpoint } from './checkpoint.ts';
import { Run } from './fold.ts';
import { count, id, list, named } from './json.ts';
import { Entry, QueuedMessage } from './message.ts';
import { ContextStatus, Job } from './status.ts';
import { WaitingCall } from './tool-servers.ts';

/** What each kind of event carries. */
const payloads = {
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
export type EventType = keyof typeof payloads;
/** What an event of a kind carries. */
export type EventData<T extends EventType> = { [Type in EventType]: z.input<(typeof payloads)[Type]> }[T];

const by = { actor: z.string().nullable() };

/** What happened to a session. Its sequence number is the id of the server-sent event. */
export const SessionEvent = named(
  'SessionEvent',
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('ready') }),
    payloads.status.extend({ type: z.literal('status'), ...by }),
    payloads.entry.extend({ type: z.literal('entry'), ...by }),
    payloads.job.extend({ type: z.literal('job'), ...by }),
    payloads.run.extend({ type: z.literal('run'), ...by }),
    payloads.head.extend({ type: z.literal('head'), ...by }),
    payloads.checkpoint.extend({ type: z.literal('checkpoint'), ...by }),
    payloads.session.extend({ type: z.literal('session'), ...by }),
    payloads.queue.extend({ type: z.literal('queue'), ...by }),
    payloads.approvals.extend({ type: z.literal('approvals'), ...by }),
    payloads.warning.extend({ type: z.literal('warning'), ...by }),
  ]),
);
export type SessionEvent = z.infer<typeof SessionEvent>;
