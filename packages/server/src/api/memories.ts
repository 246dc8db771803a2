import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** What sessions are about, for others to find and take in. */
export const memoryRoutes = routes(api.memories, {
  list: async ({ tenfold, query }) => ({ memories: await tenfold.memories.search(query.q) }),
  bring: ({ tenfold, params, body }) => tenfold.memories.bring(params.session, body.from),
});
