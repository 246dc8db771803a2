import * as z from 'zod';
import { Checkpoint } from './checkpoint.ts';
import { endpoint } from './endpoint.ts';
import { count, id, list, title } from './json.ts';

const tag = 'checkpoints';

/** Labelled heads, and going back to them. */
export const checkpoints = {
  list: endpoint({
    method: 'get',
    path: '/api/sessions/:session/checkpoints',
    tag,
    summary: 'Checkpoints, newest first',
    answer: z.object({ checkpoints: list(Checkpoint) }),
  }),
  create: endpoint({
    method: 'post',
    path: '/api/sessions/:session/checkpoints',
    tag,
    summary: 'Save progress under a label',
    body: z.strictObject({ label: title.exactOptional() }),
    status: 201,
    answer: Checkpoint,
  }),
  restore: endpoint({
    method: 'post',
    path: '/api/sessions/:session/restore',
    tag,
    summary: 'Go back to a checkpoint on a new branch',
    body: z.strictObject({ checkpoint: id, confirmModel: z.boolean().exactOptional() }),
    answer: z.object({ branch: z.string(), version: count }),
  }),
};
