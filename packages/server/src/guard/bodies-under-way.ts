import type { IncomingMessage } from 'node:http';
import { beginCollecting, type Log } from '@tenfold/session';

/** How much memory bodies may take that are not there yet, and how often that is looked at. */
export interface BodyLimits {
  readonly mostBytes: number;
  readonly lookMs: number;
}

/** Four of the longest bodies there are, at once. */
const LIMITS: BodyLimits = { mostBytes: 512 * 2 ** 20, lookMs: 1_000 };

/** Memory that each byte of a body takes: one letter that is not of Latin-1 makes every letter of its text take two. */
const HELD_A_BYTE = 2;

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
  readonly #log: Pick<Log, 'warn'> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(log?: Pick<Log, 'warn'>, limits: BodyLimits = LIMITS) {
    this.#log = log;
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
    const found = [...this.#arriving].map(([request, body]) => {
      const { bytesRead } = request.socket;
      const brought = bytesRead - body.seen;
      body.seen = bytesRead;
      return { request, arrived: bytesRead - body.before, brought };
    });
    let held = found.reduce((sum, { arrived }) => sum + arrived * HELD_A_BYTE, 0);
    if (held <= this.#limits.mostBytes) return;
    // What they held is let go of with their connections, and would stay in memory while others bring more.
    setImmediate(beginCollecting);
    for (const { request, arrived, brought } of found.sort(
      (one, other) => one.brought - other.brought || other.arrived - one.arrived,
    )) {
      request.socket.destroy();
      // An address may hold what is nobody's business.
      this.#log?.warn('body-given-up', { method: request.method ?? '', arrived, lately: brought, held });
      held -= arrived * HELD_A_BYTE;
      if (held <= this.#limits.mostBytes) return;
    }
  }
}
