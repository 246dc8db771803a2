import { api, type PassedRequest } from '@tenfold/contract';
import type { WireRequest } from '@tenfold/dialects';
import type { Gateway } from '../gateway/gateway.ts';
import type { PassedBodies } from '../gateway/traffic.ts';
import { Refused } from '../problem.ts';
import { routes } from '../route.ts';

/** What passes through the gateway. */
export const trafficRoutes = routes(api.traffic, {
  list: async ({ gateway, query: { run } }) => {
    const { traffic, options } = gateway();
    const requests = traffic.list().filter((passed) => run === undefined || passed.run === run);
    return { requests, sums: traffic.sumsOf(run ?? null), observe: options.observe === true };
  },
  async get({ gateway, params }) {
    const { request, bodies } = found(gateway(), params.id);
    if (bodies === null) return { request, bodies };
    return { request, bodies: { path: bodies.path, received: JSON.parse(bodies.received), sent: JSON.parse(bodies.sent) } };
  },
  async replay({ gateway, tenfold, params, body }) {
    const { request, bodies } = found(gateway(), params.id);
    if (bodies === null)
      throw new Refused('not-found', 'What this request said is not in memory any more.', {
        todo: 'Its conversation is in its session; newer requests are listed under /api/traffic.',
      });
    if (!tenfold.strategies.some(({ id }) => id === body.strategy))
      throw new Refused('invalid-request', `There is no strategy ${body.strategy}.`, { todo: 'GET /api/strategies lists them.' });
    const { room } = gateway().options;
    const read = (await tenfold.chains.read(request.wire, bodies.received)) as WireRequest;
    const asked = { ...read, model: request.model, strategy: body.strategy };
    const made = await tenfold.chains.replay(asked, room === undefined ? {} : { room });
    return { sent: made.body, before: made.before, after: made.after };
  },
});

function found(gateway: Gateway, id: string): { readonly request: PassedRequest; readonly bodies: PassedBodies | null } {
  const passed = gateway.traffic.get(id);
  if (passed !== null) return passed;
  throw new Refused('not-found', 'No such request is listed.', { todo: 'Those that are stand under /api/traffic.' });
}
