import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { id, jsonObject } from './json.ts';

const { post, put } = endpoints('settled');

const folds = z.array(jsonObject).max(20_000).readonly();

/** What apps settled of conversations they keep themselves: folds under the name of the last entry they touch. */
export const settled = {
  find: post(
    '/api/settled/find',
    'The folds under the first of these names that has some; null where none has',
    z.object({ found: z.object({ name: id, folds }).nullable() }),
    { body: z.strictObject({ names: z.array(id).max(20_000).readonly() }) },
  ),
  put: put('/api/settled', 'Keep folds under a name, for thirty days', z.object({ kept: z.boolean() }), {
    body: z.strictObject({ name: id, folds }),
  }),
};
