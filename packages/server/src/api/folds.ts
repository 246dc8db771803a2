import * as z from 'zod';
import { count, list } from '../json.ts';
import { route } from '../route.ts';
import { foldSchema } from './fold-schema.ts';
import { entrySchema } from './message-schema.ts';
import { jobSchema, statusSchema } from './status-schema.ts';

const tag = 'folding';

/** Single folds: read, peel, edit, write anew, see what they stand for. */
export const foldRoutes = [
  route({
    method: 'get',
    path: '/api/sessions/:session/folds',
    tag,
    summary: 'Every fold in force on the current branch, those a newer one covers too',
    answer: z.object({ folds: list(foldSchema) }),
    handle: async ({ tenfold, params }) => ({ folds: await tenfold.folding.folds(params.session) }),
  }),
  route({
    method: 'delete',
    path: '/api/sessions/:session/folds/:fold',
    tag,
    summary: 'Peel one fold off',
    answer: z.object({ version: count, status: statusSchema }),
    async handle({ tenfold, params, actor }) {
      const { version } = await tenfold.folding.peel(params.session, params.fold, actor.actor);
      return { version, status: await tenfold.contexts.status(params.session) };
    },
  }),
  route({
    method: 'patch',
    path: '/api/sessions/:session/folds/:fold',
    tag,
    summary: 'Write another text for a fold; it is counted and checked, the old one is kept',
    body: z.strictObject({ text: z.string() }),
    answer: z.object({ version: count, fold: foldSchema, status: statusSchema }),
    async handle({ tenfold, params, body, actor }) {
      const { version, fold } = await tenfold.folding.edit(params.session, params.fold, body.text, actor.actor);
      return { version, fold, status: await tenfold.contexts.status(params.session) };
    },
  }),
  route({
    method: 'post',
    path: '/api/sessions/:session/folds/:fold/regenerate',
    tag,
    summary: 'Have a summary written anew',
    body: z.strictObject({ fast: z.boolean().optional() }),
    dear: true,
    status: 202,
    answer: jobSchema,
    handle: ({ tenfold, params, body, actor }) => tenfold.folding.regenerate(params.session, params.fold, { ...body, ...actor }),
  }),
  route({
    method: 'get',
    path: '/api/sessions/:session/folds/:fold/original',
    tag,
    summary: 'The entries a fold stands for',
    answer: z.object({ entries: list(entrySchema) }),
    handle: async ({ tenfold, params }) => ({ entries: await tenfold.folding.original(params.session, params.fold) }),
  }),
];
