import * as z from 'zod';
import { Run } from './fold.ts';
import { count, id, json, named } from './json.ts';
import { Entry } from './message.ts';
import { ProblemBody } from './problem.ts';
import { ContextStatus, Job } from './status.ts';

const piece = z.object({ id: z.string() });
const delta = piece.extend({ delta: z.string() });
const call = z.object({ toolCallId: z.string(), dynamic: z.literal(true) });

/** Something beside the message that is not part of it. */
function beside<Name extends string, Data extends z.ZodType>(name: Name, data: Data) {
  return z.object({ type: z.literal(`data-${name}`), data, transient: z.literal(true) });
}

/** A chunk of the stream a turn answers with: the UI-message stream of the AI SDK, with data parts of ours. */
export const TurnChunk = named(
  'TurnChunk',
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('start'),
      messageId: z.string(),
      messageMetadata: z.object({ branch: z.string(), model: z.string() }),
    }),
    piece.extend({ type: z.literal('text-start') }),
    delta.extend({ type: z.literal('text-delta') }),
    piece.extend({ type: z.literal('text-end') }),
    piece.extend({ type: z.literal('reasoning-start') }),
    delta.extend({ type: z.literal('reasoning-delta') }),
    piece.extend({ type: z.literal('reasoning-end') }),
    call.extend({ type: z.literal('tool-input-available'), toolName: z.string(), input: json }),
    call.extend({ type: z.literal('tool-output-available'), output: json }),
    call.extend({ type: z.literal('tool-output-error'), errorText: z.string() }),
    beside('entry', Entry.extend({ version: count, idempotencyKey: id.nullable() })),
    beside('status', ContextStatus),
    beside('queued', z.object({ reason: z.enum(['hard', 'turn']) })),
    beside('fold', z.object({ job: Job, run: Run.nullable() })),
    beside('warning', z.object({ code: z.string(), message: z.string() })),
    beside('error', ProblemBody),
    z.object({ type: z.literal('error'), errorText: z.string() }),
    z.object({ type: z.literal('abort'), reason: z.string() }),
    z.object({
      type: z.literal('finish'),
      messageMetadata: z.object({ outcome: z.enum(['answered', 'stopped', 'failed', 'waiting']) }),
    }),
  ]),
);
export type TurnChunk = z.infer<typeof TurnChunk>;
