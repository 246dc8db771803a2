import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { FoldView } from './fold.ts';
import { count, list } from './json.ts';
import { Entry } from './message.ts';
import { ContextStatus, Job } from './status.ts';

const tag = 'folding';

/** Single folds: read, peel, edit, write anew, see what they stand for. */
export const folds = {
  list: endpoint({
    method: 'get',
    path: '/api/sessions/:session/folds',
    tag,
    summary: 'Every fold in force on the current branch, those a newer one covers too',
    answer: z.object({ folds: list(FoldView) }),
  }),
  peel: endpoint({
    method: 'delete',
    path: '/api/sessions/:session/folds/:fold',
    tag,
    summary: 'Peel one fold off',
    answer: z.object({ version: count, status: ContextStatus }),
  }),
  edit: endpoint({
    method: 'patch',
    path: '/api/sessions/:session/folds/:fold',
    tag,
    summary: 'Write another text for a fold; it is counted and checked, the old one is kept',
    body: z.strictObject({ text: z.string() }),
    answer: z.object({ version: count, fold: FoldView, status: ContextStatus }),
  }),
  regenerate: endpoint({
    method: 'post',
    path: '/api/sessions/:session/folds/:fold/regenerate',
    tag,
    summary: 'Have a summary written again',
    body: z.strictObject({ fast: z.boolean().exactOptional() }),
    expensive: true,
    status: 202,
    answer: Job,
  }),
  original: endpoint({
    method: 'get',
    path: '/api/sessions/:session/folds/:fold/original',
    tag,
    summary: 'The entries a fold stands for',
    answer: z.object({ entries: list(Entry) }),
  }),
};
