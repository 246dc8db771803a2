import { api } from '@tenfold/contract';
import { Reply, routes } from '../route.ts';

/** Folding by hand: estimate, start, cancel, look back, undo, rate. */
export const condensationRoutes = routes(api.condensations, {
  async condense({ tenfold, params, body: { dryRun, ...request }, actor }) {
    if (dryRun === true) return new Reply(200, await tenfold.folding.estimate(params.session, request));
    return tenfold.folding.condense(params.session, { ...request, ...actor });
  },
  jobs: async ({ tenfold, params, query }) => ({ jobs: await tenfold.folding.jobs(params.session, query) }),
  async cancel({ tenfold, params }) {
    await tenfold.sessions.get(params.session);
    return tenfold.folding.cancel(params.job);
  },
  list: async ({ tenfold, params }) => ({ runs: await tenfold.folding.runs(params.session) }),
  async undo({ tenfold, params, actor }) {
    const { version } = await tenfold.folding.undo(params.session, params.run, actor.actor);
    return { version, status: await tenfold.contexts.status(params.session) };
  },
  async redo({ tenfold, params, actor }) {
    const { version } = await tenfold.folding.redo(params.session, params.run, actor.actor);
    return { version, status: await tenfold.contexts.status(params.session) };
  },
  facts: async ({ tenfold, params }) => ({ kinds: await tenfold.folding.facts(params.session, params.run) }),
  rate: ({ tenfold, params, body }) => tenfold.folding.rate(params.session, params.run, body.rating),
});
