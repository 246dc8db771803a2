import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, countInQuery, id, list, named } from './json.ts';
import { Role } from './message.ts';

const tag = 'search';

export const SearchHit = named(
  'SearchHit',
  z.object({
    sessionId: id,
    title: z.string(),
    entryId: id,
    position: count,
    role: Role,
    snippet: z.string(),
    inContext: z.boolean(),
  }),
);
export type SearchHit = z.infer<typeof SearchHit>;

const query = z.object({ q: z.string().max(1_000), limit: countInQuery.min(1).max(500).exactOptional() });

/** Finding passages of the record, folded or not. */
export const search = {
  everywhere: endpoint({
    method: 'get',
    path: '/api/search',
    tag,
    summary: 'Passages of all sessions',
    query,
    answer: z.object({ hits: list(SearchHit) }),
  }),
  session: endpoint({
    method: 'get',
    path: '/api/sessions/:session/search',
    tag,
    summary: 'Passages of one session',
    query,
    answer: z.object({ hits: list(SearchHit) }),
  }),
  recall: endpoint({
    method: 'get',
    path: '/api/sessions/:session/recall',
    tag,
    summary: 'The best passages of a session with any of the words, as text for a model',
    query: z.object({ q: z.string().max(1_000), limit: countInQuery.min(1).max(20).exactOptional() }),
    answer: z.object({ text: z.string() }),
  }),
  expand: endpoint({
    method: 'get',
    path: '/api/sessions/:session/expand/:record',
    tag,
    summary: 'What a record stands for, or the message with this number, as text for a model',
    answer: z.object({ text: z.string() }),
  }),
};
