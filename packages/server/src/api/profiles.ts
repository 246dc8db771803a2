import { api } from '@tenfold/contract';
import { onlyAdmins } from '../guard/sign-in.ts';
import { routes } from '../route.ts';

/** Configured models. Keys go in and never come out. */
export const profileRoutes = routes(api.profiles, {
  list: async ({ tenfold }) => ({ profiles: await tenfold.profiles.list() }),
  connectable: async ({ tenfold }) => ({ connectable: await tenfold.profiles.connectable() }),
  models: ({ tenfold, body }) => tenfold.profiles.models(body),
  async add({ tenfold, caller, body }) {
    if (body.shared === true) onlyAdmins(caller);
    return tenfold.profiles.add(body);
  },
  async update({ tenfold, caller, params, body }) {
    const { shared } = await tenfold.profiles.get(params.profile);
    if (shared || body.shared === true) onlyAdmins(caller);
    return tenfold.profiles.update(params.profile, body);
  },
  async remove({ tenfold, caller, params }) {
    if ((await tenfold.profiles.get(params.profile)).shared) onlyAdmins(caller);
    await tenfold.profiles.remove(params.profile);
    return { removed: true };
  },
  test: ({ tenfold, params }) => tenfold.profiles.test(params.profile),
});
