import * as z from 'zod';
import { flagInQuery, id, list } from '../json.ts';
import { route } from '../route.ts';
import { newSessionSchema, sessionPatchSchema, sessionSchema } from './session-schema.ts';

const tag = 'sessions';

/** Conversations: list, make, read, change, remove. */
export const sessionRoutes = [
  route({
    method: 'get',
    path: '/api/sessions',
    tag,
    summary: 'Sessions, most recently used first',
    query: z.object({ q: z.string().optional(), archived: flagInQuery.optional(), projectId: id.optional() }),
    answer: z.object({ sessions: list(sessionSchema) }),
    handle: async ({ tenfold, query }) => ({ sessions: await tenfold.sessions.list({ ...query, status: true }) }),
  }),
  route({
    method: 'post',
    path: '/api/sessions',
    tag,
    summary: 'Start a session',
    body: newSessionSchema,
    status: 201,
    answer: sessionSchema,
    handle: ({ tenfold, body }) => tenfold.sessions.create(body),
  }),
  route({
    method: 'get',
    path: '/api/sessions/:session',
    tag,
    summary: 'One session',
    answer: sessionSchema,
    handle: ({ tenfold, params }) => tenfold.sessions.get(params.session),
  }),
  route({
    method: 'patch',
    path: '/api/sessions/:session',
    tag,
    summary: 'Rename, archive, move into a project, choose another profile or strategy, change its settings',
    body: sessionPatchSchema,
    answer: sessionSchema,
    handle: ({ tenfold, params, body }) => tenfold.sessions.update(params.session, body),
  }),
  route({
    method: 'delete',
    path: '/api/sessions/:session',
    tag,
    summary: 'Remove a session and everything in it',
    answer: z.object({ removed: z.boolean() }),
    async handle({ tenfold, params }) {
      await tenfold.sessions.remove(params.session);
      return { removed: true };
    },
  }),
];
