import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, id, list, namedObject, time } from './json.ts';
import { Entry } from './message.ts';

const { get, post } = endpoints('memories');

export const Memory = namedObject('Memory', {
  id,
  sessionId: id,
  title: z.string(),
  text: z.string(),
  tokens: count,
  createdAt: time,
});
export type Memory = z.infer<typeof Memory>;

/** What sessions are about, for others to find and take in. */
export const memories = {
  list: get('/api/memories', 'Memories of sessions, newest first, or those that match', z.object({ memories: list(Memory) }), {
    query: z.object({ q: z.string().max(1_000).exactOptional() }),
  }),
  bring: post('/api/sessions/:session/memories', "Bring another session's memory into this one", Entry, {
    body: z.strictObject({ from: id }),
    status: 201,
  }),
};
