import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, countInQuery, id, list, namedObject } from './json.ts';
import { Role } from './message.ts';

const { get } = endpoints('search');

export const SearchHit = namedObject('SearchHit', {
  sessionId: id,
  title: z.string(),
  entryId: id,
  position: count,
  role: Role,
  snippet: z.string(),
  inContext: z.boolean(),
});
export type SearchHit = z.infer<typeof SearchHit>;

const query = z.object({ q: z.string().max(1_000), limit: countInQuery.min(1).max(500).exactOptional() });

/** Finding passages of the record, folded or not. */
export const search = {
  everywhere: get('/api/search', 'Passages of all sessions', z.object({ hits: list(SearchHit) }), { query }),
  session: get('/api/sessions/:session/search', 'Passages of one session', z.object({ hits: list(SearchHit) }), { query }),
  recall: get(
    '/api/sessions/:session/recall',
    'The best passages of a session with any of the words, as text for a model',
    z.object({ text: z.string() }),
    { query: z.object({ q: z.string().max(1_000), limit: countInQuery.min(1).max(20).exactOptional() }) },
  ),
  expand: get(
    '/api/sessions/:session/expand/:record',
    'What a record stands for, or the message with this number, as text for a model',
    z.object({ text: z.string() }),
  ),
};
