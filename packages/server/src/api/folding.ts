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

/** Single folds: read, peel, edit, write anew, see what they stand for. */
export const foldRoutes = routes(api.folds, {
  list: async ({ tenfold, params }) => ({ folds: await tenfold.folding.folds(params.session) }),
  async peel({ tenfold, params, actor }) {
    const { version } = await tenfold.folding.peel(params.session, params.fold, actor.actor);
    return { version, status: await tenfold.contexts.status(params.session) };
  },
  async edit({ tenfold, params, body, actor }) {
    const { version, fold } = await tenfold.folding.edit(params.session, params.fold, body.text, actor.actor);
    return { version, fold, status: await tenfold.contexts.status(params.session) };
  },
  regenerate: ({ tenfold, params, body, actor }) =>
    tenfold.folding.regenerate(params.session, params.fold, { ...body, ...actor }),
  original: async ({ tenfold, params }) => ({ entries: await tenfold.folding.original(params.session, params.fold) }),
});

/** Slash commands; they never reach the model. */
export const commandRoutes = routes(api.commands, {
  run: ({ tenfold, params, body }) => tenfold.commands.run(params.session, body.line),
});

/** Every way to condense, tried on one session. */
export const labRoutes = routes(api.lab, {
  compare: async ({ tenfold, params, body }) => ({ columns: await tenfold.lab.compare(params.session, body) }),
});

/** What apps settled of conversations they keep themselves. */
export const settledRoutes = routes(api.settled, {
  find: async ({ tenfold, body }) => ({ found: await tenfold.appFolds.find(body.names) }),
  put: async ({ tenfold, body }) => {
    await tenfold.appFolds.put(body.name, body.folds);
    return { kept: true };
  },
});
