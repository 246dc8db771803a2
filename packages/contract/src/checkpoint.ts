import * as z from 'zod';
import { count, id, list, namedObject, time } from './json.ts';

/** A labelled head. */
export const Checkpoint = namedObject('Checkpoint', {
  id,
  label: z.string(),
  tags: list(z.enum(['code', 'decision', 'error-resolved', 'before-fold', 'before-restore', 'manual'])),
  createdAt: time,
  branch: z.string(),
  /** -1 before the first entry. */
  position: z.number().int(),
  entries: count,
  tokens: count.nullable(),
  model: z.string().nullable(),
  automatic: z.boolean(),
});
export type Checkpoint = z.infer<typeof Checkpoint>;
