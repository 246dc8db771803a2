import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** What apps settled of conversations they keep themselves. */
export const settledRoutes = routes(api.settled, {
  find: async ({ tenfold, body }) => ({ found: await tenfold.settled.find(body.names) }),
  put: async ({ tenfold, body }) => {
    await tenfold.settled.put(body.name, body.folds);
    return { kept: true };
  },
});
