import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** Configured models. Keys go in and never come out. */
export const profileRoutes = routes(api.profiles, {
  list: async ({ tenfold }) => ({ profiles: await tenfold.profiles.list() }),
  connectable: async ({ tenfold }) => ({ connectable: await tenfold.profiles.connectable() }),
  models: ({ tenfold, body }) => tenfold.profiles.models(body),
  add: ({ tenfold, body }) => tenfold.profiles.add(body),
  update: ({ tenfold, params, body }) => tenfold.profiles.update(params.profile, body),
  async remove({ tenfold, params }) {
    await tenfold.profiles.remove(params.profile);
    return { removed: true };
  },
  test: ({ tenfold, params }) => tenfold.profiles.test(params.profile),
});
