import * as z from 'zod';
import { list, named } from '../json.ts';
import { route } from '../route.ts';
import { checkpointSchema } from './checkpoint-schema.ts';
import { sessionSchema } from './session-schema.ts';

const tag = 'recovery';

const recoverableSchema = named(
  'RecoverableSession',
  z.object({
    session: sessionSchema,
    prompt: z.string(),
    checkpoint: checkpointSchema.nullable(),
    what: z.string(),
    partial: z.string().nullable(),
  }),
);

/** Sessions that ended abnormally. */
export const recoveryRoutes = [
  route({
    method: 'get',
    path: '/api/recovery',
    tag,
    summary: 'Sessions whose process died in the middle of something',
    answer: z.object({ sessions: list(recoverableSchema) }),
    handle: async ({ tenfold }) => ({ sessions: await tenfold.recovery.list() }),
  }),
  route({
    method: 'post',
    path: '/api/recovery/:session',
    tag,
    summary: 'Bring everything back, or leave it as it is',
    body: z.strictObject({ action: z.enum(['resume', 'dismiss']) }),
    answer: sessionSchema,
    async handle({ tenfold, params, body }) {
      await tenfold.sessions.get(params.session);
      if (body.action === 'resume') return tenfold.recovery.resume(params.session);
      await tenfold.recovery.dismiss(params.session);
      return tenfold.sessions.get(params.session);
    },
  }),
];
