import { api } from '@tenfold/contract';
import { routes } from '../route.ts';

/** Servers of tools, and calls of their tools that wait to be allowed. */
export const toolServerRoutes = routes(api.toolServers, {
  list: async ({ tenfold }) => ({
    servers: await tenfold.toolServers.list(),
    mayRunCommands: tenfold.toolServers.mayRunCommands,
  }),
  add: ({ tenfold, body }) => tenfold.toolServers.add(body),
  update: ({ tenfold, params, body }) => tenfold.toolServers.update(params.server, body),
  refresh: ({ tenfold, params }) => tenfold.toolServers.refresh(params.server),
  async remove({ tenfold, params }) {
    await tenfold.toolServers.remove(params.server);
    return { removed: true };
  },
  async waiting({ tenfold, params }) {
    await tenfold.sessions.get(params.session);
    return { calls: tenfold.toolServers.waiting(params.session) };
  },
  async decide({ tenfold, params, body }) {
    await tenfold.sessions.get(params.session);
    return { calls: await tenfold.toolServers.decide(params.session, params.call, body) };
  },
});
