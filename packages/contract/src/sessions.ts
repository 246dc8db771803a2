import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { flagInQuery, id, list } from './json.ts';
import { NewSession, Session, SessionPatch } from './session.ts';

const tag = 'sessions';

/** Conversations: list, make, read, change, remove. */
export const sessions = {
  list: endpoint({
    method: 'get',
    path: '/api/sessions',
    tag,
    summary: 'Sessions, most recently used first',
    query: z.object({ q: z.string().exactOptional(), archived: flagInQuery.exactOptional(), projectId: id.exactOptional() }),
    answer: z.object({ sessions: list(Session) }),
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
    summary: 'Rename, archive, move into a project, choose another profile or strategy, change its settings',
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
