import * as z from 'zod';
import { count, id, json, jsonObject, list, named, time } from '../json.ts';

const extra = jsonObject.optional();

const text = z.object({ type: z.literal('text'), text: z.string(), extra });
const reasoning = z.object({ type: z.literal('reasoning'), text: z.string(), extra });
const toolCall = z.object({ type: z.literal('tool-call'), id: z.string(), name: z.string(), input: json, extra });
const attachment = z.object({
  type: z.literal('attachment'),
  mediaType: z.string(),
  name: z.string().optional(),
  bytes: count.optional(),
  image: z.object({ width: count, height: count }).optional(),
  source: json.optional(),
  extra,
});
const opaque = z.object({ type: z.literal('opaque'), dialect: z.string(), value: json });
const toolResult = z.object({
  type: z.literal('tool-result'),
  id: z.string(),
  name: z.string().optional(),
  output: z.union([z.string(), list(z.discriminatedUnion('type', [text, attachment, opaque]))]),
  isError: z.boolean().optional(),
  extra,
});

/** A piece of a message, as the engine knows it. */
export const partSchema = named(
  'Part',
  z.discriminatedUnion('type', [text, reasoning, toolCall, toolResult, attachment, opaque]),
);

/** Who speaks. */
export const roleSchema = z.enum(['system', 'user', 'assistant', 'tool', 'summary']);

/** How a stand-in relates to what it stands for. */
export const foldKindSchema = z.enum(['summary', 'reference', 'delta', 'rewrite', 'truncation', 'suppression']);

/** An entry of the record, whether the model still sees it or not. */
export const entrySchema = named(
  'Entry',
  z.object({
    id,
    position: count,
    role: roleSchema,
    parts: list(partSchema),
    createdAt: time,
    protected: z.boolean(),
    foldedBy: id.nullable(),
    partFolds: list(z.object({ foldId: id, index: count, kind: foldKindSchema, text: z.string() })),
    tokens: count,
    inputTokens: count.nullable(),
    outputTokens: count.nullable(),
    aborted: z.literal(true).optional(),
    model: z.string().optional(),
  }),
);

/** A message as a client writes it: words, or parts. */
export const clientMessageSchema = named(
  'ClientMessage',
  z
    .strictObject({
      role: z.enum(['system', 'user', 'assistant', 'tool']),
      text: z.string().optional(),
      parts: list(partSchema).optional(),
    })
    .refine(({ text, parts }) => (text === undefined) !== (parts === undefined), 'Give either text or parts.'),
);

/** A file that goes with a message. */
export const clientAttachmentSchema = z.strictObject({
  name: z.string().min(1).max(500),
  mediaType: z.string().min(1).max(200),
  bytes: count,
  dataUrl: z.string().startsWith('data:').optional(),
});

/** A message that was sent and is not in the record yet. */
export const queuedMessageSchema = named(
  'QueuedMessage',
  z.object({
    id,
    text: z.string(),
    attachments: list(z.object({ name: z.string(), mediaType: z.string(), bytes: count })),
    idempotencyKey: z.string().nullable(),
    since: time,
    state: z.enum(['waiting', 'left']),
  }),
);
