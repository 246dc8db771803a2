import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** Named heads of a session. */
export const branchRoutes = routes(api.branches, {
  list: async ({ tenfold, params }) => ({ branches: await tenfold.sessions.branches(params.session) }),
  switch: ({ tenfold, params, body, actor }) => tenfold.sessions.switchBranch(params.session, body.branch, actor.actor),
});
