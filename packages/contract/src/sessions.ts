import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, countInQuery, flagInQuery, id, list } from './json.ts';
import { NewSession, Session, SessionPatch } from './session.ts';

const { delete: remove, get, patch, post } = endpoints('sessions');

/** Conversations: list, make, read, change, remove. */
export const sessions = {
  list: get('/api/sessions', 'A page of sessions, most recently used first; `next` is the `before` of the page after it', {
    query: z.object({
      q: z.string().max(1_000).exactOptional(),
      archived: flagInQuery.exactOptional(),
      pinned: flagInQuery.exactOptional(),
      projectId: id.exactOptional(),
      before: countInQuery.exactOptional(),
      limit: countInQuery.min(1).max(500).exactOptional(),
    }),
    answer: z.object({ sessions: list(Session), next: count.nullable() }),
  }),
  create: post('/api/sessions', 'Start a session', {
    body: NewSession,
    status: 201,
    answer: Session,
  }),
  get: get('/api/sessions/:session', 'One session', {
    answer: Session,
  }),
  update: patch(
    '/api/sessions/:session',
    'Rename, archive, pin, move into a project, choose another profile or strategy, change its settings',
    {
      body: SessionPatch,
      answer: Session,
    },
  ),
  remove: remove('/api/sessions/:session', 'Remove a session and everything in it', {
    answer: z.object({ removed: z.boolean() }),
  }),
};
