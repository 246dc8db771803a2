import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, countInQuery, flagInQuery, id, list } from './json.ts';
import { NewSession, Session, SessionPatch } from './session.ts';

const tag = 'sessions';

/** Conversations: list, make, read, change, remove. */
export const sessions = {
  list: endpoint({
    method: 'get',
    path: '/api/sessions',
    tag,
    summary: 'A page of sessions, most recently used first; `next` is the `before` of the page after it',
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
  create: endpoint({
    method: 'post',
    path: '/api/sessions',
    tag,
    summary: 'Start a session',
    body: NewSession,
    status: 201,
    answer: Session,
  }),
  get: endpoint({
    method: 'get',
    path: '/api/sessions/:session',
    tag,
    summary: 'One session',
    answer: Session,
  }),
  update: endpoint({
    method: 'patch',
    path: '/api/sessions/:session',
    tag,
    summary: 'Rename, archive, pin, move into a project, choose another profile or strategy, change its settings',
    body: SessionPatch,
    answer: Session,
  }),
  remove: endpoint({
    method: 'delete',
    path: '/api/sessions/:session',
    tag,
    summary: 'Remove a session and everything in it',
    answer: z.object({ removed: z.boolean() }),
  }),
};
