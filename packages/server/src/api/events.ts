import * as z from 'zod';
import { countInQuery } from '../json.ts';
import { route } from '../route.ts';
import { newsStream } from '../stream/news-stream.ts';

/** News of a session as they come. */
export const eventRoutes = [
  route({
    method: 'get',
    path: '/api/sessions/:session/events',
    tag: 'events',
    summary: 'News of a session; Last-Event-ID (or after) resumes where a reader left',
    query: z.object({ after: countInQuery.optional() }),
    answer: { media: 'text/event-stream', about: 'Events ready, status, entry, job, run, head, checkpoint, session, warning' },
    async handle({ tenfold, params, query, lastEventId, signal, streams }) {
      await tenfold.sessions.get(params.session);
      const told = lastEventId !== null && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined;
      return newsStream(tenfold, params.session, told ?? query.after, streams, signal);
    },
  }),
];
