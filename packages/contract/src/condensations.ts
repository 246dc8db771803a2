import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { CondenseRequest, Estimate, FactsOfKind, Run } from './fold.ts';
import { count, countInQuery, list } from './json.ts';
import { ContextStatus, Job } from './status.ts';

const tag = 'folding';

/** Folding by hand: estimate, start, cancel, look back, undo, rate. */
export const condensations = {
  condense: endpoint({
    method: 'post',
    path: '/api/sessions/:session/condense',
    tag,
    summary: 'Fold beside the conversation, or (dryRun) say what that would come to',
    body: CondenseRequest,
    expensive: true,
    status: 202,
    answer: Job,
    also: { status: 200, answer: Estimate },
  }),
  jobs: endpoint({
    method: 'get',
    path: '/api/sessions/:session/jobs',
    tag,
    summary: 'Every fold that was asked for, the newest first: those that failed, were cancelled or skipped too, with the reason',
    query: z.object({ limit: countInQuery.min(1).max(500).exactOptional() }),
    answer: z.object({ jobs: list(Job) }),
  }),
  cancel: endpoint({
    method: 'delete',
    path: '/api/sessions/:session/jobs/:job',
    tag,
    summary: 'Cancel a fold that is under way',
    answer: Job,
  }),
  list: endpoint({
    method: 'get',
    path: '/api/sessions/:session/condensations',
    tag,
    summary: 'What was condensed, when, how and at what cost',
    answer: z.object({ runs: list(Run) }),
  }),
  undo: endpoint({
    method: 'delete',
    path: '/api/sessions/:session/condensations/:run',
    tag,
    summary: 'Undo a condensation: the originals are in the context again',
    answer: z.object({ version: count, status: ContextStatus }),
  }),
  redo: endpoint({
    method: 'post',
    path: '/api/sessions/:session/condensations/:run/redo',
    tag,
    summary: 'Put a condensation that was undone back into force',
    answer: z.object({ version: count, status: ContextStatus }),
  }),
  facts: endpoint({
    method: 'get',
    path: '/api/sessions/:session/condensations/:run/facts',
    tag,
    summary: 'Facts of what was condensed, by kind: how many can still be read, and those that cannot, with their message',
    answer: z.object({ kinds: list(FactsOfKind) }),
  }),
  rate: endpoint({
    method: 'patch',
    path: '/api/sessions/:session/condensations/:run',
    tag,
    summary: 'Rate a condensation from 1 to 5',
    body: z.strictObject({ rating: z.number().int().min(1).max(5) }),
    answer: Run,
  }),
};
