import * as z from 'zod';
import { count, countInQuery, id, list, time } from '../json.ts';
import { route } from '../route.ts';
import { clientMessageSchema, entrySchema, partSchema, roleSchema } from './message-schema.ts';
import { statusSchema } from './status-schema.ts';

const tag = 'record';

/** The record of a session: read it, append to it without a model, protect entries. */
export const entryRoutes = [
  route({
    method: 'get',
    path: '/api/sessions/:session/entries',
    tag,
    summary: 'A stretch of the record, oldest first, folded or not',
    query: z.object({
      before: countInQuery.optional(),
      limit: countInQuery.min(1).max(1_000).optional(),
      branch: id.optional(),
    }),
    answer: z.object({ entries: list(entrySchema), total: count, hasMore: z.boolean() }),
    handle: ({ tenfold, params, query }) => tenfold.sessions.entries(params.session, { limit: 50, ...query }),
  }),
  route({
    method: 'post',
    path: '/api/sessions/:session/entries',
    tag,
    summary: 'Append messages without asking a model',
    body: z.strictObject({
      messages: z.array(clientMessageSchema).min(1).max(1_000),
      idempotencyKey: id.optional(),
      expect: count.optional(),
    }),
    status: 201,
    answer: z.object({ entries: list(entrySchema), version: count }),
    handle: ({ tenfold, params, body, actor }) => tenfold.sessions.append(params.session, { ...body, ...actor }),
  }),
  route({
    method: 'get',
    path: '/api/sessions/:session/revisions',
    tag,
    summary: 'Texts that came too late and were kept, newest first',
    answer: z.object({
      revisions: list(
        z.object({
          id,
          branch: z.string(),
          messages: list(z.object({ role: roleSchema, parts: list(partSchema) })),
          createdAt: time,
        }),
      ),
    }),
    handle: async ({ tenfold, params }) => ({ revisions: await tenfold.sessions.revisions(params.session) }),
  }),
  route({
    method: 'delete',
    path: '/api/sessions/:session/revisions/:revision',
    tag,
    summary: 'Drop a kept text',
    answer: z.object({ removed: z.boolean() }),
    async handle({ tenfold, params }) {
      await tenfold.sessions.dropRevision(params.session, params.revision);
      return { removed: true };
    },
  }),
  route({
    method: 'put',
    path: '/api/sessions/:session/entries/:entry/protected',
    tag,
    summary: 'Protect an entry from every fold, or let it go again',
    body: z.strictObject({ protected: z.boolean() }),
    answer: z.object({ version: count, status: statusSchema }),
    async handle({ tenfold, params, body, actor }) {
      const { version } = await tenfold.sessions.protect(params.session, params.entry, body.protected, actor.actor);
      return { version, status: await tenfold.contexts.status(params.session) };
    },
  }),
];
