import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { countInQuery } from './json.ts';
import { SessionEvent } from './session-event.ts';

const { get } = endpoints('events');

/** News of a session as they come. */
export const events = {
  follow: get(
    '/api/sessions/:session/events',
    'News of a session; Last-Event-ID (or after) resumes where a reader left',
    { media: 'text/event-stream', about: 'Events under the name of their type', events: SessionEvent },
    { query: z.object({ after: countInQuery.exactOptional() }) },
  ),
};
