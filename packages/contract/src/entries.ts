import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, countInQuery, id, list, time } from './json.ts';
import { ClientMessage, Entry, Part, Role } from './message.ts';
import { ContextStatus } from './status.ts';

const { delete: remove, get, post, put } = endpoints('record');

/** A stretch of the record, oldest first. */
export const EntryPage = z.object({ entries: list(Entry), total: count, hasMore: z.boolean() });
export type EntryPage = z.infer<typeof EntryPage>;

/** A text that came too late and was kept. */
export const KeptText = z.object({
  id,
  branch: z.string(),
  messages: list(z.object({ role: Role, parts: list(Part) })),
  createdAt: time,
});
export type KeptText = z.infer<typeof KeptText>;

/** The record of a session: read it, append to it without a model, protect entries. */
export const entries = {
  list: get('/api/sessions/:session/entries', 'A stretch of the record, oldest first, folded or not', EntryPage, {
    query: z.object({
      before: countInQuery.exactOptional(),
      limit: countInQuery.min(1).max(1_000).exactOptional(),
      branch: id.exactOptional(),
    }),
  }),
  append: post(
    '/api/sessions/:session/entries',
    'Append messages without asking a model',
    z.object({ entries: list(Entry), version: count }),
    {
      body: z.strictObject({
        messages: z.array(ClientMessage).min(1).max(1_000),
        idempotencyKey: id.exactOptional(),
        expect: count.exactOptional(),
      }),
      status: 201,
    },
  ),
  appended: get(
    '/api/sessions/:session/appended',
    'Which of these idempotency keys (with commas between them) have their messages in the record',
    z.object({ keys: list(z.string()) }),
    {
      query: z.object({
        keys: z
          .string()
          .max(20_000)
          .transform((keys) => keys.split(',').slice(0, 100)),
      }),
    },
  ),
  revisions: get(
    '/api/sessions/:session/revisions',
    'Texts that came too late and were kept, newest first',
    z.object({
      revisions: list(KeptText),
    }),
  ),
  dropRevision: remove('/api/sessions/:session/revisions/:revision', 'Drop a kept text', z.object({ removed: z.boolean() })),
  protect: put(
    '/api/sessions/:session/entries/:entry/protected',
    'Protect an entry from every fold, or let it go again',
    z.object({ version: count, status: ContextStatus }),
    { body: z.strictObject({ protected: z.boolean() }) },
  ),
};
