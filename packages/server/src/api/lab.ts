import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** Every way to condense, tried on one session. */
export const labRoutes = routes(api.lab, {
  compare: async ({ tenfold, params, body }) => ({ columns: await tenfold.lab.compare(params.session, body) }),
});
