import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, countInQuery, flagInQuery, id, list } from './json.ts';
import { NewSession, Session, SessionPatch } from './session.ts';

const { delete: remove, get, patch, post } = endpoints('sessions');

/** Conversations: list, make, read, change, remove. */
export const sessions = {
  list: get(
    '/api/sessions',
    'A page of sessions, most recently used first; `next` is the `before` of the page after it',
    z.object({ sessions: list(Session), next: count.nullable() }),
    {
      query: z.object({
        q: z.string().max(1_000).exactOptional(),
        archived: flagInQuery.exactOptional(),
        pinned: flagInQuery.exactOptional(),
        projectId: id.exactOptional(),
        before: countInQuery.exactOptional(),
        limit: countInQuery.min(1).max(500).exactOptional(),
      }),
    },
  ),
  create: post('/api/sessions', 'Start a session', Session, { body: NewSession, status: 201 }),
  get: get('/api/sessions/:session', 'One session', Session),
  update: patch(
    '/api/sessions/:session',
    'Rename, archive, pin, move into a project, choose another profile or strategy, change its settings',
    Session,
    { body: SessionPatch },
  ),
  remove: remove('/api/sessions/:session', 'Remove a session and everything in it', z.object({ removed: z.boolean() })),
};
