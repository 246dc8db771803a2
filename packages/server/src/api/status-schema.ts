import * as z from 'zod';
import { count, id, named, time } from '../json.ts';
import { levelSchema } from './session-schema.ts';

/** What started a fold. */
export const triggerSchema = z.enum(['soft', 'hard', 'manual']);

/** A fold in the background. */
export const jobSchema = named(
  'Job',
  z.object({
    id,
    session: id,
    state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled', 'skipped']),
    trigger: triggerSchema,
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
    reason: z.string().optional(),
    runId: z.string().optional(),
    fast: z.boolean(),
  }),
);

const sourced = z.object({ value: z.number(), from: z.enum(['session', 'profile', 'model', 'global', 'default']) });

/** How full a context is and of what. */
export const statusSchema = named(
  'Status',
  z.object({
    used: count,
    reserved: count,
    available: count,
    percent: z.number(),
    level: levelSchema,
    model: z.string(),
    window: count,
    room: count,
    softAt: z.number(),
    hardAt: z.number(),
    soft: sourced,
    hard: sourced,
    retention: sourced,
    retained: count,
    foldable: count,
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
    folding: jobSchema.nullable(),
    cooldownSeconds: z.number(),
    breakerOpen: z.boolean(),
    text: z.string(),
  }),
);
