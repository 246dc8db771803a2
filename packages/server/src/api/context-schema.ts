import * as z from 'zod';
import { count, id, json, list, named, time } from '../json.ts';
import { foldKindSchema, roleSchema } from './message-schema.ts';
import { statusSchema } from './status-schema.ts';

/** A piece of a row as it is sent. A summary is a part of type `compress`, its words in `content` as well. */
const contextPart = z.object({
  type: z.string(),
  text: z.string(),
  content: z.string().optional(),
  tokens: count,
  foldId: id.optional(),
  foldKind: foldKindSchema.optional(),
});

const contextRow = named(
  'ContextRow',
  z.object({
    row: count,
    kind: z.enum(['system', 'tools', 'entry', 'stand-in']),
    role: roleSchema,
    position: count.optional(),
    entryId: id.optional(),
    foldId: id.optional(),
    covers: count.optional(),
    from: count.optional(),
    to: count.optional(),
    tokens: count,
    was: count.optional(),
    cached: z.boolean(),
    protected: z.boolean(),
    parts: list(contextPart),
  }),
);

/** Exactly what would be sent next. */
export const contextSchema = named(
  'Context',
  z.object({
    tokens: count,
    status: statusSchema,
    cachedUntil: count.nullable(),
    wire: z.object({ dialect: z.string(), body: json }),
    rows: list(contextRow),
  }),
);

const pastRequest = named(
  'PastRequest',
  z.object({
    answer: id,
    position: count,
    at: time,
    model: z.string().nullable(),
    tokens: count,
    inputTokens: count.nullable(),
    outputTokens: count.nullable(),
    cost: z.number().nullable(),
    aborted: z.literal(true).optional(),
  }),
);

/** Requests that were sent, newest first; `before` goes on looking. */
export const pastRequestsSchema = z.object({ requests: list(pastRequest), before: count.nullable() });

/** Exactly what was sent for an answer. */
export const pastContextSchema = named('PastContext', contextSchema.extend({ request: pastRequest, frameChanged: z.boolean() }));
