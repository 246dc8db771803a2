import * as z from 'zod';
import { count, id, list, named, time } from '../json.ts';
import { route } from '../route.ts';
import { sessionSchema } from './session-schema.ts';

const tag = 'branches';

const branchSchema = named('Branch', z.object({ name: z.string(), current: z.boolean(), entries: count, updatedAt: time }));

/** Named heads of a session. */
export const branchRoutes = [
  route({
    method: 'get',
    path: '/api/sessions/:session/branches',
    tag,
    summary: 'Branches of a session',
    answer: z.object({ branches: list(branchSchema) }),
    handle: async ({ tenfold, params }) => ({ branches: await tenfold.sessions.branches(params.session) }),
  }),
  route({
    method: 'put',
    path: '/api/sessions/:session/head',
    tag,
    summary: 'Go on with another branch',
    body: z.strictObject({ branch: id }),
    answer: sessionSchema,
    handle: ({ tenfold, params, body, actor }) => tenfold.sessions.switchBranch(params.session, body.branch, actor.actor),
  }),
];
