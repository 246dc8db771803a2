import type { ContextPage } from '@tenfold/session';
import * as z from 'zod';
import { countInQuery } from '../json.ts';
import { route } from '../route.ts';
import { contextSchema, pastContextSchema, pastRequestsSchema } from './context-schema.ts';
import { statusSchema } from './status-schema.ts';

const tag = 'context';

/** A stand-in also appears as a part of its own kind. */
function shownRows({ rows }: ContextPage) {
  return rows.map((row) =>
    row.kind === 'stand-in'
      ? { ...row, parts: row.parts.map((part) => ({ ...part, type: 'compress', content: part.text, foldId: row.foldId })) }
      : row,
  );
}

/** What the model sees, and how full that is. */
export const contextRoutes = [
  route({
    method: 'get',
    path: '/api/sessions/:session/context',
    tag,
    summary: 'Exactly what would be sent next, tokens by part',
    answer: contextSchema,
    async handle({ tenfold, params }) {
      const page = await tenfold.contexts.context(params.session);
      return { ...page, rows: shownRows(page) };
    },
  }),
  route({
    method: 'get',
    path: '/api/sessions/:session/requests',
    tag,
    summary: 'Requests that were sent on the current branch, newest first, as far as their answers remember them',
    query: z.strictObject({ before: countInQuery.optional() }),
    answer: pastRequestsSchema,
    handle: ({ tenfold, params, query: { before } }) =>
      tenfold.contexts.requests(params.session, before === undefined ? {} : { before }),
  }),
  route({
    method: 'get',
    path: '/api/sessions/:session/requests/:answer',
    tag,
    summary: 'The messages that were sent for an answer, built again from the record; system text and tools are those of now',
    answer: pastContextSchema,
    async handle({ tenfold, params }) {
      const page = await tenfold.contexts.sentFor(params.session, params.answer);
      return { ...page, rows: shownRows(page) };
    },
  }),
  route({
    method: 'get',
    path: '/api/sessions/:session/status',
    tag,
    summary: 'How full the context is, and of what',
    answer: statusSchema,
    handle: ({ tenfold, params }) => tenfold.contexts.status(params.session),
  }),
  route({
    method: 'post',
    path: '/api/sessions/:session/status',
    tag,
    summary: 'The same with what is being typed',
    body: z.strictObject({ draft: z.string() }),
    answer: statusSchema,
    handle: ({ tenfold, params, body }) => tenfold.contexts.status(params.session, body.draft),
  }),
];
