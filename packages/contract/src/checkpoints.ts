import * as z from 'zod';
import { Checkpoint } from './checkpoint.ts';
import { endpoints } from './endpoint.ts';
import { count, id, list, title } from './json.ts';

const { get, post } = endpoints('checkpoints');

/** Labelled heads, and going back to them. */
export const checkpoints = {
  list: get('/api/sessions/:session/checkpoints', 'Checkpoints, newest first', {
    answer: z.object({ checkpoints: list(Checkpoint) }),
  }),
  create: post('/api/sessions/:session/checkpoints', 'Save progress under a label', {
    body: z.strictObject({ label: title.exactOptional() }),
    status: 201,
    answer: Checkpoint,
  }),
  restore: post('/api/sessions/:session/restore', 'Go back to a checkpoint on a new branch', {
    body: z.strictObject({ checkpoint: id, confirmModel: z.boolean().exactOptional() }),
    answer: z.object({ branch: z.string(), version: count }),
  }),
};
