import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** What the model sees, and how full that is. */
export const contextRoutes = routes(api.contexts, {
  context: ({ tenfold, params }) => tenfold.contexts.context(params.session),
  requests: ({ tenfold, params, query: { before } }) =>
    tenfold.contexts.requests(params.session, before === undefined ? {} : { before }),
  sentFor: ({ tenfold, params }) => tenfold.contexts.sentFor(params.session, params.answer),
  wire: ({ tenfold, params, query: { answer } }) => tenfold.contexts.wire(params.session, answer),
  status: ({ tenfold, params }) => tenfold.contexts.status(params.session),
  weigh: async ({ tenfold, params, body }) => ({ files: await tenfold.contexts.weigh(params.session, body.attachments) }),
  draftStatus: ({ tenfold, params, body }) => tenfold.contexts.status(params.session, body.draft),
});
