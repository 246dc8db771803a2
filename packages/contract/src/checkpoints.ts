import * as z from 'zod';
import { Checkpoint } from './checkpoint.ts';
import { endpoints } from './endpoint.ts';
import { count, id, list, title } from './json.ts';

const { get, post } = endpoints('checkpoints');

/** Labelled heads, and going back to them. */
export const checkpoints = {
  list: get('/api/sessions/:session/checkpoints', 'Checkpoints, newest first', z.object({ checkpoints: list(Checkpoint) })),
  create: post('/api/sessions/:session/checkpoints', 'Save progress under a label', Checkpoint, {
    body: z.strictObject({ label: title.exactOptional() }),
    status: 201,
  }),
  restore: post(
    '/api/sessions/:session/restore',
    'Go back to a checkpoint on a new branch',
    z.object({ branch: z.string(), version: count }),
    { body: z.strictObject({ checkpoint: id, confirmModel: z.boolean().exactOptional() }) },
  ),
};
