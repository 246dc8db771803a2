import * as z from 'zod';
import { count, id, list, title } from '../json.ts';
import { route } from '../route.ts';
import { checkpointSchema } from './checkpoint-schema.ts';

const tag = 'checkpoints';

/** Labelled heads, and going back to them. */
export const checkpointRoutes = [
  route({
    method: 'get',
    path: '/api/sessions/:session/checkpoints',
    tag,
    summary: 'Checkpoints, newest first',
    answer: z.object({ checkpoints: list(checkpointSchema) }),
    handle: async ({ tenfold, params }) => ({ checkpoints: await tenfold.checkpoints.list(params.session) }),
  }),
  route({
    method: 'post',
    path: '/api/sessions/:session/checkpoints',
    tag,
    summary: 'Save progress under a label',
    body: z.strictObject({ label: title.optional() }),
    status: 201,
    answer: checkpointSchema,
    handle: ({ tenfold, params, body }) => tenfold.checkpoints.create(params.session, body.label),
  }),
  route({
    method: 'post',
    path: '/api/sessions/:session/restore',
    tag,
    summary: 'Go back to a checkpoint on a new branch',
    body: z.strictObject({ checkpoint: id, confirmModel: z.boolean().optional() }),
    answer: z.object({ branch: z.string(), version: count }),
    handle: ({ tenfold, params, body: { checkpoint, ...options }, actor }) =>
      tenfold.checkpoints.restore(params.session, checkpoint, { ...options, ...actor }),
  }),
];
