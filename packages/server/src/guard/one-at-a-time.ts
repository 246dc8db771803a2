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
  const lines = new WeakMap<Socket, Line>();
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? new Line(answer);
    lines.set(socket, line);
    if (!line.take(request, response)) socket.destroy();
  };
}

/** The request of a connection that is answered now, and those behind it. */
class Line {
  readonly #answer: Listener;
  readonly #waiting: (readonly [IncomingMessage, ServerResponse])[] = [];
  #isBusy = false;

  constructor(answer: Listener) {
    this.#answer = answer;
  }

  /** False where too many wait. */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.#isBusy) this.#begin(request, response);
    else if (this.#waiting.length < MAX_WAITING) this.#waiting.push([request, response]);
    else return false;
    return true;
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#isBusy = true;
    response.once('close', () => {
      this.#isBusy = false;
      // Where the client has left, or was told that this is its last answer, nobody waits for the others.
      const next = request.socket.writable ? this.#waiting.shift() : undefined;
      if (next !== undefined) this.#begin(...next);
    });
    this.#answer(request, response);
  }
}
