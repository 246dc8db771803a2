import type { ContextPage } from '@tenfold/contract';
import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** A stand-in also appears as a part of its own kind. */
function shownRows({ rows }: ContextPage) {
  return rows.map((row) =>
    row.kind === 'stand-in'
      ? {
          ...row,
          parts: row.parts.map((part) => ({
            ...part,
            type: 'compress',
            content: part.text,
            ...(row.foldId === undefined ? {} : { foldId: row.foldId }),
          })),
        }
      : row,
  );
}

/** What the model sees, and how full that is. */
export const contextRoutes = routes(api.contexts, {
  async context({ tenfold, params }) {
    const page = await tenfold.contexts.context(params.session);
    return { ...page, rows: shownRows(page) };
  },
  requests: ({ tenfold, params, query: { before } }) =>
    tenfold.contexts.requests(params.session, before === undefined ? {} : { before }),
  async sentFor({ tenfold, params }) {
    const page = await tenfold.contexts.sentFor(params.session, params.answer);
    return { ...page, rows: shownRows(page) };
  },
  status: ({ tenfold, params }) => tenfold.contexts.status(params.session),
  weigh: async ({ tenfold, params, body }) => ({ files: await tenfold.contexts.weigh(params.session, body.attachments) }),
  draftStatus: ({ tenfold, params, body }) => tenfold.contexts.status(params.session, body.draft),
});
