import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** Finding passages of the record, folded or not. */
export const searchRoutes = routes(api.search, {
  everywhere: async ({ tenfold, query: { q, ...rest } }) => ({ hits: await tenfold.recall.search(q, rest) }),
  session: async ({ tenfold, params: { session }, query: { q, ...rest } }) => ({
    hits: await tenfold.recall.search(q, { session, ...rest }),
  }),
  recall: async ({ tenfold, params: { session }, query: { q, limit } }) => ({
    text: await tenfold.recall.recall(session, q, limit, true),
  }),
  expand: async ({ tenfold, params }) => ({ text: await tenfold.recall.expand(params.session, params.record) }),
});
