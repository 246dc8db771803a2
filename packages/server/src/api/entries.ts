import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** The record of a session: read it, append to it without a model, protect entries. */
export const entryRoutes = routes(api.entries, {
  list: ({ tenfold, params, query }) => tenfold.sessions.entries(params.session, { limit: 50, ...query }),
  append: ({ tenfold, params, body, actor }) => tenfold.sessions.append(params.session, { ...body, ...actor }),
  appended: async ({ tenfold, params, query }) => ({ keys: await tenfold.sessions.appended(params.session, query.keys) }),
  revisions: async ({ tenfold, params }) => ({ revisions: await tenfold.sessions.revisions(params.session) }),
  async dropRevision({ tenfold, params }) {
    await tenfold.sessions.dropRevision(params.session, params.revision);
    return { removed: true };
  },
  async protect({ tenfold, params, body, actor }) {
    const { version } = await tenfold.sessions.protect(params.session, params.entry, body.protected, actor.actor);
    return { version, status: await tenfold.contexts.status(params.session) };
  },
});
