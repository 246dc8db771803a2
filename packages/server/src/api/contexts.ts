import * as z from 'zod';
import { route } from '../route.ts';
import { contextSchema } from './context-schema.ts';
import { statusSchema } from './status-schema.ts';

const tag = 'context';

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
      const rows = page.rows.map((row) =>
        row.kind === 'stand-in'
          ? { ...row, parts: row.parts.map((part) => ({ ...part, type: 'compress', content: part.text, foldId: row.foldId })) }
          : row,
      );
      return { ...page, rows };
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
