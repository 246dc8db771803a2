import * as z from 'zod';
import { ContextPage, PastContextPage, PastRequests } from './context.ts';
import { endpoint } from './endpoint.ts';
import { count, countInQuery, list } from './json.ts';
import { ClientAttachment } from './message.ts';
import { DetailedStatus } from './status.ts';
import { MESSAGE_LIMIT } from './turns.ts';

const tag = 'context';

/** What the model sees, and how full that is. */
export const contexts = {
  context: endpoint({
    method: 'get',
    path: '/api/sessions/:session/context',
    tag,
    summary: 'Exactly what would be sent next, tokens by part',
    answer: ContextPage,
  }),
  requests: endpoint({
    method: 'get',
    path: '/api/sessions/:session/requests',
    tag,
    summary: 'Requests that were sent on the current branch, newest first, as far as their answers remember them',
    query: z.strictObject({ before: countInQuery.exactOptional() }),
    answer: PastRequests,
  }),
  sentFor: endpoint({
    method: 'get',
    path: '/api/sessions/:session/requests/:answer',
    tag,
    summary: 'The messages that were sent for an answer, built again from the record; system text and tools are those of now',
    answer: PastContextPage,
  }),
  status: endpoint({
    method: 'get',
    path: '/api/sessions/:session/status',
    tag,
    summary: 'How full the context is, and of what',
    answer: DetailedStatus,
  }),
  weigh: endpoint({
    method: 'post',
    path: '/api/sessions/:session/weigh',
    tag,
    summary: 'What files that are attached would weigh, and why one could not be sent',
    body: z.strictObject({ attachments: z.array(ClientAttachment).min(1).max(100) }),
    bodyLimit: MESSAGE_LIMIT,
    answer: z.object({ files: list(z.object({ tokens: count, refused: z.string().nullable() })) }),
  }),
  draftStatus: endpoint({
    method: 'post',
    path: '/api/sessions/:session/status',
    tag,
    summary: 'The same with what is being typed',
    body: z.strictObject({ draft: z.string() }),
    answer: DetailedStatus,
  }),
};
