import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** Named heads of a session. */
export const branchRoutes = routes(api.branches, {
  list: ({ tenfold, params }) => tenfold.sessions.branches(params.session),
  label: ({ tenfold, params, body, actor }) =>
    tenfold.sessions.labelBranch(params.session, params.branch, body.label, actor.actor),
  switch: ({ tenfold, params, body, actor }) => tenfold.sessions.switchBranch(params.session, body.branch, actor.actor),
});
