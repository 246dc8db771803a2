import * as z from 'zod';
import { count, id, list, named, namedObject, time } from './json.ts';
import { Level } from './session.ts';

/** What started a fold. */
export const Trigger = z.enum(['soft', 'hard', 'manual']);
export type Trigger = z.infer<typeof Trigger>;

/** A fold in the background. */
export const Job = namedObject('Job', {
  id,
  session: id,
  state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled', 'skipped']),
  trigger: Trigger,
  strategy: z.string(),
  strategyName: z.string(),
  pass: count,
  passes: count,
  passName: z.string(),
  scope: z.string(),
  at: count.nullable(),
  startedAt: time,
  endedAt: time.nullable(),
  branch: z.string().nullable(),
  reason: z.string().exactOptional(),
  runId: z.string().exactOptional(),
  fast: z.boolean(),
});
export type Job = z.infer<typeof Job>;

const sourced = z.object({ value: z.number(), from: z.enum(['session', 'profile', 'model', 'global', 'default']) });

/** How full a context is and of what. */
export const ContextStatus = namedObject('Status', {
  used: count,
  reserved: count,
  available: count,
  percent: z.number(),
  level: Level,
  model: z.string(),
  window: count,
  room: count,
  softAt: z.number(),
  hardAt: z.number(),
  soft: sourced,
  hard: sourced,
  retention: sourced,
  answerTokens: sourced,
  needsFold: z.enum(['none', 'soft', 'hard']),
  exact: z.boolean(),
  breakdown: z.object({
    system: count,
    tools: count,
    summaries: count,
    user: count,
    assistant: count,
    toolCalls: count,
    toolResults: count,
    reasoning: count,
    attachments: count,
    draft: count,
  }),
  version: count,
  folding: Job.nullable(),
  cooldownSeconds: z.number(),
  breakerOpen: z.boolean(),
  /** Media types of files its model takes beside text files; null where nothing is known of it. */
  files: list(z.string()).nullable(),
  text: z.string(),
  /** What of the conversation cannot be read, and what stands for it; not there where all is as it was stored. */
  damages: list(z.string()).exactOptional(),
});
export type ContextStatus = z.infer<typeof ContextStatus>;

/** The same, and how many messages a fold would keep as recent, and how many older ones it may take. */
export const DetailedStatus = named('DetailedStatus', ContextStatus.extend({ retained: count, foldable: count }));
export type DetailedStatus = z.infer<typeof DetailedStatus>;
