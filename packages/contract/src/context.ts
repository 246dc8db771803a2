import * as z from 'zod';
import { count, id, json, list, named, namedObject, time } from './json.ts';
import { FoldKind, Role } from './message.ts';
import { DetailedStatus } from './status.ts';

const part = { type: z.string(), tokens: count, foldId: id.exactOptional(), foldKind: FoldKind.exactOptional() };

/** A piece of a row as it is sent. A summary is a part of type `compress`, its words are its `content`. */
export const ContextPart = z.union([z.object({ ...part, text: z.string() }), z.object({ ...part, content: z.string() })]);
export type ContextPart = z.infer<typeof ContextPart>;

export const ContextRow = namedObject('ContextRow', {
  row: count,
  kind: z.enum(['system', 'tools', 'entry', 'stand-in']),
  role: Role,
  position: count.exactOptional(),
  entryId: id.exactOptional(),
  foldId: id.exactOptional(),
  covers: count.exactOptional(),
  from: count.exactOptional(),
  to: count.exactOptional(),
  tokens: count,
  was: count.exactOptional(),
  cached: z.boolean(),
  protected: z.boolean(),
  parts: list(ContextPart),
});
export type ContextRow = z.infer<typeof ContextRow>;

/** Exactly what would be sent next. */
export const ContextPage = namedObject('Context', {
  tokens: count,
  status: DetailedStatus,
  cachedUntil: count.nullable(),
  rows: list(ContextRow),
});
export type ContextPage = z.infer<typeof ContextPage>;

/** The same in the words of the model's API. */
export const WireBody = namedObject('WireBody', {
  dialect: z.enum(['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'ai-sdk', 'jsonl']),
  body: json,
});
export type WireBody = z.infer<typeof WireBody>;

export const PastRequest = namedObject('PastRequest', {
  answer: id,
  position: count,
  at: time,
  model: z.string().nullable(),
  tokens: count,
  inputTokens: count.nullable(),
  outputTokens: count.nullable(),
  cost: z.number().nullable(),
  aborted: z.literal(true).exactOptional(),
});
export type PastRequest = z.infer<typeof PastRequest>;

/** Requests that were sent, newest first; `before` goes on looking. */
export const PastRequests = z.object({ requests: list(PastRequest), before: count.nullable() });
export type PastRequests = z.infer<typeof PastRequests>;

/** Exactly what was sent for an answer. */
export const PastContextPage = named('PastContext', ContextPage.extend({ request: PastRequest, frameChanged: z.boolean() }));
export type PastContextPage = z.infer<typeof PastContextPage>;
