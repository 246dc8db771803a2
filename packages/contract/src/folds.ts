import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { FoldView } from './fold.ts';
import { count, list } from './json.ts';
import { Entry } from './message.ts';
import { ContextStatus, Job } from './status.ts';

const { delete: remove, get, patch, post } = endpoints('folding');

/** Single folds: read, peel, edit, write anew, see what they stand for. */
export const folds = {
  list: get(
    '/api/sessions/:session/folds',
    'Every fold in force on the current branch, those a newer one covers too',
    z.object({ folds: list(FoldView) }),
  ),
  peel: remove('/api/sessions/:session/folds/:fold', 'Peel one fold off', z.object({ version: count, status: ContextStatus })),
  edit: patch(
    '/api/sessions/:session/folds/:fold',
    'Write another text for a fold; it is counted and checked, the old one is kept',
    z.object({ version: count, fold: FoldView, status: ContextStatus }),
    { body: z.strictObject({ text: z.string() }) },
  ),
  regenerate: post('/api/sessions/:session/folds/:fold/regenerate', 'Have a summary written again', Job, {
    body: z.strictObject({ fast: z.boolean().exactOptional() }),
    expensive: true,
    status: 202,
  }),
  original: get(
    '/api/sessions/:session/folds/:fold/original',
    'The entries a fold stands for',
    z.object({ entries: list(Entry) }),
  ),
};
