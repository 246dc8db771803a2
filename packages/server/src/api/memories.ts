import * as z from 'zod';
import { count, id, list, named, time } from '../json.ts';
import { route } from '../route.ts';
import { entrySchema } from './message-schema.ts';

const tag = 'memories';

const memorySchema = named(
  'Memory',
  z.object({ id, sessionId: id, title: z.string(), text: z.string(), tokens: count, createdAt: time }),
);

/** What sessions are about, for others to find and take in. */
export const memoryRoutes = [
  route({
    method: 'get',
    path: '/api/memories',
    tag,
    summary: 'Memories of sessions, newest first, or those that match',
    query: z.object({ q: z.string().max(1_000).optional() }),
    answer: z.object({ memories: list(memorySchema) }),
    handle: async ({ tenfold, query }) => ({ memories: await tenfold.memories.search(query.q) }),
  }),
  route({
    method: 'post',
    path: '/api/sessions/:session/memories',
    tag,
    summary: "Bring another session's memory into this one",
    body: z.strictObject({ from: id }),
    status: 201,
    answer: entrySchema,
    handle: ({ tenfold, params, body }) => tenfold.memories.bring(params.session, body.from),
  }),
];
