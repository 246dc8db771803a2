import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** Conversations: list, make, read, change, remove. */
export const sessionRoutes = routes(api.sessions, {
  list: ({ tenfold, query }) => tenfold.sessions.list({ ...query, status: true }),
  create: ({ tenfold, body }) => tenfold.sessions.create(body),
  get: ({ tenfold, params }) => tenfold.sessions.get(params.session),
  update: ({ tenfold, params, body }) => tenfold.sessions.update(params.session, body),
  async remove({ tenfold, params }) {
    await tenfold.sessions.remove(params.session);
    return { removed: true };
  },
});
