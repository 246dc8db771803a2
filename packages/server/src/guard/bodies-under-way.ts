import type { IncomingMessage } from 'node:http';

/** How much may be held of bodies that are not there yet, and how often that is looked at. */
export interface BodyLimits {
  readonly mostBytes: number;
  readonly lookMs: number;
}

/** Eight of the longest bodies there are, at once. */
const LIMITS: BodyLimits = { mostBytes: 512 * 2 ** 20, lookMs: 1_000 };

/** A body of fewer bytes is not worth watching. */
const FEW = 16_384;

interface Arriving {
  /** What its connection had brought before it. */
  readonly before: number;
  /** What it had brought when it was last looked at. */
  seen: number;
}

/**
 * Watches bodies while they arrive. Each may be long, and one that stops in the middle is held until its time is up: where all of them
 * together are too much, those that bring the least are given up, so that who sends as fast as others can goes on.
 */
export class BodiesUnderWay {
  readonly #limits: BodyLimits;
  readonly #arriving = new Map<IncomingMessage, Arriving>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: BodyLimits = LIMITS) {
    this.#limits = limits;
  }

  /** To be called as each request arrives. */
  readonly watch = (request: IncomingMessage): void => {
    const { headers, socket } = request;
    if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > FEW)) return;
    this.#arriving.set(request, { before: socket.bytesRead, seen: socket.bytesRead });
    this.#timer ??= setInterval(() => this.#look(), this.#limits.lookMs).unref();
    request.once('end', () => this.#forget(request)).once('close', () => this.#forget(request));
  };

  #forget(request: IncomingMessage): void {
    this.#arriving.delete(request);
    if (this.#arriving.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const found = [...this.#arriving].map(([{ socket }, body]) => {
      const { bytesRead } = socket;
      const brought = bytesRead - body.seen;
      body.seen = bytesRead;
      return { socket, held: bytesRead - body.before, brought };
    });
    let held = found.reduce((sum, body) => sum + body.held, 0);
    if (held <= this.#limits.mostBytes) return;
    for (const { socket, held: own } of found.sort((one, other) => one.brought - other.brought || other.held - one.held)) {
      socket.destroy();
      held -= own;
      if (held <= this.#limits.mostBytes) return;
    }
  }
}
