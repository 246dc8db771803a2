import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests of one connection that may wait for the one before them; who sends more does not read. */
export const MAX_WAITING = 64;

/**
 * Has the requests of a connection answered one after the other. Node hands over all that have come: where a client sends hundreds and
 * reads none of the answers, every one of them would be made and kept.
 */
export function oneAtATime(answer: Listener): Listener {
  /** What waits behind the request that is answered now, of connections where one is. */
  const lines = new WeakMap<Socket, (readonly [IncomingMessage, ServerResponse])[]>();
  const begin: Listener = (request, response) => {
    const { socket } = request;
    response.once('close', () => {
      // Where the client has left, or was told that this is its last answer, nobody waits for the others.
      const next = socket.writable ? lines.get(socket)?.shift() : undefined;
      if (next === undefined) lines.delete(socket);
      else begin(...next);
    });
    answer(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line === undefined) {
      lines.set(socket, []);
      begin(request, response);
    } else if (line.length < MAX_WAITING) line.push([request, response]);
    else socket.destroy();
  };
}
