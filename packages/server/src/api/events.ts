import { api } from '@tenfold/contract';
import { routes } from '../route.ts';
import { eventStream } from '../stream/event-stream.ts';

/** News of a session as they come. */
export const eventRoutes = routes(api.events, {
  async follow({ tenfold, params, query, lastEventId, streams }) {
    await tenfold.sessions.get(params.session);
    const told = lastEventId !== null && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined;
    return eventStream(tenfold, params.session, told ?? query.after, streams);
  },
});
