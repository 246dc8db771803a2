import * as z from 'zod';
import { endpoints } from './endpoint.ts';
import { count, id, list } from './json.ts';
import { ClientAttachment, Part, QueuedMessage } from './message.ts';
import { TurnChunk } from './turn-chunk.ts';

const { delete: remove, get, post } = endpoints('turns');

/** Attachments travel inside the body. */
export const MESSAGE_LIMIT = 32 * 1024 * 1024;

/** What is sent, or `regenerate`: a message with nothing in it is refused. */
export const TurnWish = z.strictObject({
  text: z.string().exactOptional(),
  parts: list(Part).exactOptional(),
  attachments: list(ClientAttachment).exactOptional(),
  parent: id.nullable().exactOptional(),
  regenerate: z.boolean().exactOptional(),
  idempotencyKey: id.exactOptional(),
  overflow: z.enum(['retry', 'truncate', 'send-anyway']).exactOptional(),
  expect: count.exactOptional(),
});
export type TurnWish = z.infer<typeof TurnWish>;

/** Taking turns with a model. */
export const turns = {
  send: post(
    '/api/sessions/:session/messages',
    'Say something and stream the answer; the turn goes on, and is stored, if the client leaves',
    {
      media: 'text/event-stream',
      about: 'A UI-message stream of the AI SDK with data parts of ours',
      events: TurnChunk,
    },
    { body: TurnWish, bodyLimit: MESSAGE_LIMIT, expensive: true },
  ),
  follow: get(
    '/api/sessions/:session/turn',
    'Join the turn under way, as after a reload: what has come so far, then the rest; 204 when nobody is answering',
    {
      media: 'text/event-stream',
      about: 'The stream of the turn, as the one who sent the message gets it',
      events: TurnChunk,
    },
  ),
  queue: get(
    '/api/sessions/:session/queue',
    'Messages that wait for their turn, the first in line first, and those that were left when a process ended',
    z.object({ messages: list(QueuedMessage) }),
  ),
  withdraw: remove(
    '/api/sessions/:session/queue/:message',
    'Take a message out of the line; refused once its turn has begun',
    QueuedMessage,
  ),
  stop: post(
    '/api/sessions/:session/stop',
    'Stop the turn under way; what has come is kept',
    z.object({ stopped: z.boolean() }),
    { body: z.strictObject({}) },
  ),
};
