import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** Labelled heads, and going back to them. */
export const checkpointRoutes = routes(api.checkpoints, {
  list: async ({ tenfold, params }) => ({ checkpoints: await tenfold.checkpoints.list(params.session) }),
  create: ({ tenfold, params, body }) => tenfold.checkpoints.create(params.session, body.label),
  restore: ({ tenfold, params, body: { checkpoint, ...options }, actor }) =>
    tenfold.checkpoints.restore(params.session, checkpoint, { ...options, ...actor }),
});
