import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long a connection may leave lying what was written to it, and how often that is looked at. */
export interface StallLimits {
  readonly stallMs: number;
  readonly lookMs: number;
}

/** Longer than a page hangs or a phone is out of reach. */
const LIMITS: StallLimits = { stallMs: 120_000, lookMs: 10_000 };

interface Reading {
  /** Bytes that were taken when it was last looked at. */
  taken: number;
  since: number;
}

/** Cuts connections that take nothing of what waits for them: who asks and never reads would have an answer kept for good. */
export function cutStalledReaders(server: Server, { stallMs, lookMs }: StallLimits = LIMITS): void {
  const open = new Map<Socket, Reading>();
  const look = () => {
    const now = performance.now();
    for (const [socket, reading] of open) {
      const waiting = socket.writableLength;
      const taken = socket.bytesWritten - waiting;
      if (waiting > 0 && taken === reading.taken && now - reading.since > stallMs) socket.destroy();
      else if (waiting === 0 || taken !== reading.taken) Object.assign(reading, { taken, since: now });
    }
  };
  const timer = setInterval(look, lookMs).unref();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { taken: 0, since: performance.now() });
    socket.once('close', () => open.delete(socket));
  });
  server.once('close', () => clearInterval(timer));
}
