import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { countInQuery } from './json.ts';
import { SessionEvent } from './session-event.ts';

/** News of a session as they come. */
export const events = {
  follow: endpoint({
    method: 'get',
    path: '/api/sessions/:session/events',
    tag: 'events',
    summary: 'News of a session; Last-Event-ID (or after) resumes where a reader left',
    query: z.object({ after: countInQuery.exactOptional() }),
    answer: { media: 'text/event-stream', about: 'Events under the name of their type', events: SessionEvent },
  }),
};
