import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { CondenseRequest, Estimate, FactsOfKind, Run } from './fold.ts';
import { count, countInQuery, list } from './json.ts';
import { ContextStatus, Job } from './status.ts';

const { delete: remove, get, patch, post } = endpoints('folding');

/** Folding by hand: estimate, start, cancel, look back, undo, rate. */
export const condensations = {
  condense: post(
    '/api/sessions/:session/condense',
    'Fold beside the conversation, or (dryRun) say what that would come to',
    Job,
    { body: CondenseRequest, expensive: true, status: 202, also: { status: 200, answer: Estimate } },
  ),
  jobs: get(
    '/api/sessions/:session/jobs',
    'Every fold that was asked for, the newest first: those that failed, were cancelled or skipped too, with the reason',
    z.object({ jobs: list(Job) }),
    { query: z.object({ limit: countInQuery.min(1).max(500).exactOptional() }) },
  ),
  cancel: remove('/api/sessions/:session/jobs/:job', 'Cancel a fold that is under way', Job),
  list: get(
    '/api/sessions/:session/condensations',
    'What was condensed, when, how and at what cost',
    z.object({ runs: list(Run) }),
  ),
  undo: remove(
    '/api/sessions/:session/condensations/:run',
    'Undo a condensation: the originals are in the context again',
    z.object({ version: count, status: ContextStatus }),
  ),
  redo: post(
    '/api/sessions/:session/condensations/:run/redo',
    'Put a condensation that was undone back into force',
    z.object({ version: count, status: ContextStatus }),
  ),
  facts: get(
    '/api/sessions/:session/condensations/:run/facts',
    'Facts of what was condensed, by kind: how many can still be read, and those that cannot, with their message',
    z.object({ kinds: list(FactsOfKind) }),
  ),
  rate: patch('/api/sessions/:session/condensations/:run', 'Rate a condensation from 1 to 5', Run, {
    body: z.strictObject({ rating: z.number().int().min(1).max(5) }),
  }),
};
