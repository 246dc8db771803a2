import * as z from 'zod';
import { count, countInQuery, list } from '../json.ts';
import { Reply, route } from '../route.ts';
import { condenseSchema, estimateSchema, runSchema } from './fold-schema.ts';
import { jobSchema, statusSchema } from './status-schema.ts';

const tag = 'folding';

/** Folding by hand: estimate, start, cancel, look back, undo, rate. */
export const condensationRoutes = [
  route({
    method: 'post',
    path: '/api/sessions/:session/condense',
    tag,
    summary: 'Fold beside the conversation, or (dryRun) say what that would come to',
    body: condenseSchema,
    dear: true,
    status: 202,
    answer: jobSchema,
    also: { status: 200, answer: estimateSchema },
    async handle({ tenfold, params, body: { dryRun, ...request }, actor }) {
      if (dryRun === true) return new Reply(200, await tenfold.folding.estimate(params.session, request));
      return tenfold.folding.condense(params.session, { ...request, ...actor });
    },
  }),
  route({
    method: 'get',
    path: '/api/sessions/:session/jobs',
    tag,
    summary: 'Every fold that was asked for, the newest first: those that failed, were cancelled or skipped too, with the reason',
    query: z.object({ limit: countInQuery.min(1).max(500).optional() }),
    answer: z.object({ jobs: list(jobSchema) }),
    handle: async ({ tenfold, params, query }) => ({ jobs: await tenfold.folding.jobs(params.session, query) }),
  }),
  route({
    method: 'delete',
    path: '/api/sessions/:session/jobs/:job',
    tag,
    summary: 'Cancel a fold that is under way',
    answer: jobSchema,
    async handle({ tenfold, params }) {
      await tenfold.sessions.get(params.session);
      return tenfold.folding.cancel(params.job);
    },
  }),
  route({
    method: 'get',
    path: '/api/sessions/:session/condensations',
    tag,
    summary: 'What was condensed, when, how and at what cost',
    answer: z.object({ runs: list(runSchema) }),
    handle: async ({ tenfold, params }) => ({ runs: await tenfold.folding.runs(params.session) }),
  }),
  route({
    method: 'delete',
    path: '/api/sessions/:session/condensations/:run',
    tag,
    summary: 'Undo a condensation: the originals are in the context again',
    answer: z.object({ version: count, status: statusSchema }),
    async handle({ tenfold, params, actor }) {
      const { version } = await tenfold.folding.undo(params.session, params.run, actor.actor);
      return { version, status: await tenfold.contexts.status(params.session) };
    },
  }),
  route({
    method: 'patch',
    path: '/api/sessions/:session/condensations/:run',
    tag,
    summary: 'Rate a condensation from 1 to 5',
    body: z.strictObject({ rating: z.number().int().min(1).max(5) }),
    answer: runSchema,
    handle: ({ tenfold, params, body }) => tenfold.folding.rate(params.session, params.run, body.rating),
  }),
];
