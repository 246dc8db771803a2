import * as z from 'zod';
import { ContextPage, PastContextPage, PastRequests, WireBody } from './context.ts';
import { endpoints } from './endpoint.ts';
import { count, countInQuery, id, list } from './json.ts';
import { ClientAttachment } from './message.ts';
import { DetailedStatus } from './status.ts';
import { MESSAGE_LIMIT } from './turns.ts';

const { get, post } = endpoints('context');

/** What the model sees, and how full that is. */
export const contexts = {
  context: get('/api/sessions/:session/context', 'Exactly what would be sent next, tokens by part', ContextPage),
  requests: get(
    '/api/sessions/:session/requests',
    'Requests that were sent on the current branch, newest first, as far as their answers remember them',
    PastRequests,
    { query: z.strictObject({ before: countInQuery.exactOptional() }) },
  ),
  sentFor: get(
    '/api/sessions/:session/requests/:answer',
    'The messages that were sent for an answer, built again from the record; system text and tools are those of now',
    PastContextPage,
  ),
  wire: get(
    '/api/sessions/:session/wire',
    'The body of the next request, or of the one an answer was sent for, in the format of its model',
    WireBody,
    { query: z.strictObject({ answer: id.exactOptional() }) },
  ),
  status: get('/api/sessions/:session/status', 'How full the context is, and of what', DetailedStatus),
  weigh: post(
    '/api/sessions/:session/weigh',
    'What files that are attached would weigh, and why one could not be sent',
    z.object({ files: list(z.object({ tokens: count, refused: z.string().nullable() })) }),
    { body: z.strictObject({ attachments: z.array(ClientAttachment).min(1).max(100) }), bodyLimit: MESSAGE_LIMIT },
  ),
  draftStatus: post('/api/sessions/:session/status', 'The same with what is being typed', DetailedStatus, {
    body: z.strictObject({ draft: z.string() }),
  }),
};
