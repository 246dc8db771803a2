import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { count, id, list } from './json.ts';
import { ClientAttachment, Part, QueuedMessage } from './message.ts';
import { TurnChunk } from './turn-chunk.ts';

const tag = 'turns';

/** Attachments travel inside the body. */
export const MESSAGE_LIMIT = 32 * 1024 * 1024;

export const TurnWish = z
  .strictObject({
    text: z.string().exactOptional(),
    parts: list(Part).exactOptional(),
    attachments: list(ClientAttachment).exactOptional(),
    parent: id.nullable().exactOptional(),
    regenerate: z.boolean().exactOptional(),
    idempotencyKey: id.exactOptional(),
    overflow: z.enum(['retry', 'truncate', 'send-anyway']).exactOptional(),
    expect: count.exactOptional(),
  })
  .refine(
    ({ text, parts, attachments, regenerate }) => regenerate || text !== undefined || parts !== undefined || attachments?.length,
    'Give text, parts or attachments, or regenerate.',
  );
export type TurnWish = z.infer<typeof TurnWish>;

/** Taking turns with a model. */
export const turns = {
  send: endpoint({
    method: 'post',
    path: '/api/sessions/:session/messages',
    tag,
    summary: 'Say something and stream the answer; the turn goes on, and is stored, if the client leaves',
    body: TurnWish,
    bodyLimit: MESSAGE_LIMIT,
    expensive: true,
    answer: { media: 'text/event-stream', about: 'A UI-message stream of the AI SDK with data parts of ours', events: TurnChunk },
  }),
  follow: endpoint({
    method: 'get',
    path: '/api/sessions/:session/turn',
    tag,
    summary: 'Join the turn under way, as after a reload: what has come so far, then the rest; 204 when nobody is answering',
    answer: {
      media: 'text/event-stream',
      about: 'The stream of the turn, as the one who sent the message gets it',
      events: TurnChunk,
    },
  }),
  queue: endpoint({
    method: 'get',
    path: '/api/sessions/:session/queue',
    tag,
    summary: 'Messages that wait for their turn, the first in line first, and those that were left when a process ended',
    answer: z.object({ messages: list(QueuedMessage) }),
  }),
  withdraw: endpoint({
    method: 'delete',
    path: '/api/sessions/:session/queue/:message',
    tag,
    summary: 'Take a message out of the line; refused once its turn has begun',
    answer: QueuedMessage,
  }),
  stop: endpoint({
    method: 'post',
    path: '/api/sessions/:session/stop',
    tag,
    summary: 'Stop the turn under way; what has come is kept',
    body: z.strictObject({}),
    answer: z.object({ stopped: z.boolean() }),
  }),
};
