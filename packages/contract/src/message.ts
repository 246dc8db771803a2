import * as z from 'zod';
import { count, id, json, jsonObject, list, named, namedObject, time } from './json.ts';

const extra = jsonObject.exactOptional();

const text = z.object({ type: z.literal('text'), text: z.string(), extra });
const reasoning = z.object({ type: z.literal('reasoning'), text: z.string(), extra });
const toolCall = z.object({ type: z.literal('tool-call'), id: z.string(), name: z.string(), input: json, extra });
const attachment = z.object({
  type: z.literal('attachment'),
  mediaType: z.string(),
  name: z.string().exactOptional(),
  bytes: count.exactOptional(),
  image: z.object({ width: count, height: count }).exactOptional(),
  source: json.exactOptional(),
  extra,
});
const opaque = z.object({ type: z.literal('opaque'), dialect: z.string(), value: json });
const toolResult = z.object({
  type: z.literal('tool-result'),
  id: z.string(),
  name: z.string().exactOptional(),
  output: z.union([z.string(), list(z.discriminatedUnion('type', [text, attachment, opaque]))]),
  isError: z.boolean().exactOptional(),
  extra,
});

/** A piece of a message, as the engine knows it. */
export const Part = named('Part', z.discriminatedUnion('type', [text, reasoning, toolCall, toolResult, attachment, opaque]));
export type Part = z.infer<typeof Part>;

/** Who speaks. */
export const Role = z.enum(['system', 'user', 'assistant', 'tool', 'summary']);
export type Role = z.infer<typeof Role>;

/** How a stand-in relates to what it stands for. */
export const FoldKind = z.enum(['summary', 'reference', 'delta', 'rewrite', 'truncation', 'suppression']);
export type FoldKind = z.infer<typeof FoldKind>;

/** A stand-in for one part of a message. */
export const PartFold = z.object({ foldId: id, index: count, kind: FoldKind, text: z.string() });
export type PartFold = z.infer<typeof PartFold>;

/** An entry of the record, whether the model still sees it or not. */
export const Entry = namedObject('Entry', {
  id,
  position: count,
  role: Role,
  parts: list(Part),
  createdAt: time,
  protected: z.boolean(),
  foldedBy: id.nullable(),
  partFolds: list(PartFold),
  tokens: count,
  inputTokens: count.nullable(),
  outputTokens: count.nullable(),
  aborted: z.literal(true).exactOptional(),
  model: z.string().exactOptional(),
  /** What its request cost; null where no price or no usage was known. */
  cost: z.number().nullable().exactOptional(),
});
export type Entry = z.infer<typeof Entry>;

/** A message as a client writes it: words, or parts. */
export const ClientMessage = named(
  'ClientMessage',
  z
    .strictObject({
      role: z.enum(['system', 'user', 'assistant', 'tool']),
      text: z.string().exactOptional(),
      parts: z.array(Part).max(10_000).readonly().exactOptional(),
    })
    .refine(({ text, parts }) => (text === undefined) !== (parts === undefined), 'Give either text or parts.'),
);
export type ClientMessage = z.infer<typeof ClientMessage>;

/** A file that goes with a message. */
export const ClientAttachment = z.strictObject({
  name: z.string().min(1).max(500),
  mediaType: z.string().min(1).max(200),
  bytes: count,
  dataUrl: z.string().startsWith('data:').exactOptional(),
});
export type ClientAttachment = z.infer<typeof ClientAttachment>;

/** A message that was sent and is not in the record yet. */
export const QueuedMessage = namedObject('QueuedMessage', {
  id,
  text: z.string(),
  attachments: list(z.object({ name: z.string(), mediaType: z.string(), bytes: count })),
  idempotencyKey: z.string().nullable(),
  since: time,
  state: z.enum(['waiting', 'left']),
});
export type QueuedMessage = z.infer<typeof QueuedMessage>;
