import * as z from 'zod';
import { count, countInQuery, id, list, named } from '../json.ts';
import { route } from '../route.ts';
import { roleSchema } from './message-schema.ts';

const tag = 'search';

const hitSchema = named(
  'SearchHit',
  z.object({
    sessionId: id,
    title: z.string(),
    entryId: id,
    position: count,
    role: roleSchema,
    snippet: z.string(),
    inContext: z.boolean(),
  }),
);

const query = z.object({ q: z.string().max(1_000), limit: countInQuery.min(1).max(500).optional() });

/** Finding passages of the record, folded or not. */
export const searchRoutes = [
  route({
    method: 'get',
    path: '/api/search',
    tag,
    summary: 'Passages of all sessions',
    query,
    answer: z.object({ hits: list(hitSchema) }),
    handle: async ({ tenfold, query: { q, ...rest } }) => ({ hits: await tenfold.recall.search(q, rest) }),
  }),
  route({
    method: 'get',
    path: '/api/sessions/:session/search',
    tag,
    summary: 'Passages of one session',
    query,
    answer: z.object({ hits: list(hitSchema) }),
    handle: async ({ tenfold, params: { session }, query: { q, ...rest } }) => ({
      hits: await tenfold.recall.search(q, { session, ...rest }),
    }),
  }),
];
