import * as z from 'zod';
import { count, id, list } from '../json.ts';
import { route } from '../route.ts';
import { answerTurn } from '../stream/answer-turn.ts';
import { followTurn } from '../stream/follow-turn.ts';
import { clientAttachmentSchema, partSchema, queuedMessageSchema } from './message-schema.ts';

const tag = 'turns';

/** Attachments travel inside the body. */
const MESSAGE_LIMIT = 32 * 1024 * 1024;

const turnSchema = z
  .strictObject({
    text: z.string().optional(),
    parts: list(partSchema).optional(),
    attachments: list(clientAttachmentSchema).optional(),
    parent: id.nullable().optional(),
    regenerate: z.boolean().optional(),
    idempotencyKey: id.optional(),
    overflow: z.enum(['retry', 'truncate', 'send-anyway']).optional(),
    expect: count.optional(),
  })
  .refine(
    ({ text, parts, attachments, regenerate }) => regenerate || text !== undefined || parts !== undefined || attachments?.length,
    'Give text, parts or attachments, or regenerate.',
  );

/** Taking turns with a model. */
export const messageRoutes = [
  route({
    method: 'post',
    path: '/api/sessions/:session/messages',
    tag,
    summary: 'Say something and stream the answer; the turn goes on, and is stored, if the client leaves',
    body: turnSchema,
    bodyLimit: MESSAGE_LIMIT,
    dear: true,
    answer: { media: 'text/event-stream', about: 'A UI-message stream of the AI SDK with data parts of ours' },
    async handle({ tenfold, params: { session }, body, actor, streams }) {
      await tenfold.sessions.get(session);
      return answerTurn(tenfold, session, { ...body, ...actor }, streams);
    },
  }),
  route({
    method: 'get',
    path: '/api/sessions/:session/turn',
    tag,
    summary: 'Join the turn under way, as after a reload: what has come so far, then the rest; 204 when nobody is answering',
    answer: { media: 'text/event-stream', about: 'The stream of the turn, as the one who sent the message gets it' },
    async handle({ tenfold, params: { session }, streams }) {
      await tenfold.sessions.get(session);
      return followTurn(tenfold, session, streams);
    },
  }),
  route({
    method: 'get',
    path: '/api/sessions/:session/queue',
    tag,
    summary: 'Messages that wait for their turn, the first in line first, and those that were left when a process ended',
    answer: z.object({ messages: list(queuedMessageSchema) }),
    handle: async ({ tenfold, params }) => ({ messages: await tenfold.turns.queue(params.session) }),
  }),
  route({
    method: 'delete',
    path: '/api/sessions/:session/queue/:message',
    tag,
    summary: 'Take a message out of the line; refused once its turn has begun',
    answer: queuedMessageSchema,
    handle: ({ tenfold, params }) => tenfold.turns.withdraw(params.session, params.message),
  }),
  route({
    method: 'post',
    path: '/api/sessions/:session/stop',
    tag,
    summary: 'Stop the turn under way; what has come is kept',
    body: z.strictObject({}),
    answer: z.object({ stopped: z.boolean() }),
    async handle({ tenfold, params }) {
      await tenfold.sessions.get(params.session);
      return { stopped: await tenfold.turns.stop(params.session) };
    },
  }),
];
