import type { JsonObject } from '@tenfold/core';
import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { id, jsonObject } from './json.ts';

const { post, put } = endpoints('settled');

/** Values in folds, and fields of one object in them: many more than those of the longest conversation. */
const MAX_VALUES = 500_000;
const MAX_FIELDS = 1_000;

const folds = z
  .array(jsonObject)
  .max(20_000)
  .refine(hasRoom, `This may hold ${MAX_VALUES / 1_000},000 values at most, and ${MAX_FIELDS / 1_000},000 to an object.`)
  .readonly();

/** Whether folds are no larger than folds get; what is too large is not read to its end. */
function hasRoom(folds: readonly JsonObject[]): boolean {
  const open: (readonly unknown[])[] = [folds];
  let left = MAX_VALUES;
  for (let values = open.pop(); values !== undefined; values = open.pop()) {
    left -= values.length;
    if (left < 0) return false;
    for (const value of values) {
      if (typeof value !== 'object' || value === null) continue;
      const within = Array.isArray(value) ? value : fieldsOf(value);
      if (within === null) return false;
      if (within.length > 0) open.push(within);
    }
  }
  return true;
}

/** The values of an object; null where it has too many. */
function fieldsOf(value: object): readonly unknown[] | null {
  let fields = 0;
  for (const _ in value) if (++fields > MAX_FIELDS) return null;
  return Object.values(value);
}

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
    bodyValues: MAX_VALUES + 100_000,
  }),
};
