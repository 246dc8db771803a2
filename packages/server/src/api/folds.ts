import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

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
