import { Refused } from '../problem.ts';

/** How many streams a process serves at once, and how much it keeps for a reader that is slow. */
export interface StreamLimits {
  readonly most: number;
  readonly mostEach: number;
  readonly bufferBytes: number;
  readonly heartbeatMs: number;
  /** A reader that takes nothing for so long is dropped; it may resume. */
  readonly stallMs: number;
}

/** One stream of server-sent events: a bounded buffer between what happens here and a reader of any speed. */
export interface Outbox {
  readonly body: ReadableStream<Uint8Array>;
  /** True once the reader has left, was dropped, or the stream was closed. */
  readonly over: boolean;
  /** Writes without waiting. A reader too slow for the buffer is dropped: it reloads, or resumes by its last id. */
  write(text: string): void;
  /** Resolves when the stream is over. */
  readonly ended: Promise<void>;
  /** Resolves when there is room again, or the stream is over. */
  drained(): Promise<void>;
  close(): void;
}

const encoder = new TextEncoder();

/** Opens a stream; `closed` is called once, however it ends. */
export function openOutbox(limits: StreamLimits, closed: () => void): Outbox {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let over = false;
  let stalledSince: number | null = null;
  let wake = () => {};
  const { promise: ended, resolve: tellEnd } = Promise.withResolvers<void>();
  const finish = (end: () => void) => {
    if (over) return;
    over = true;
    clearInterval(pulse);
    end();
    wake();
    tellEnd();
    closed();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => {
        controller = given;
      },
      pull: () => {
        stalledSince = null;
        wake();
      },
      cancel: () => finish(() => {}),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: limits.bufferBytes }),
  );
  const room = () => (controller.desiredSize ?? 0) > 0;
  const pulse = setInterval(() => {
    if (room()) {
      stalledSince = null;
      return void controller.enqueue(encoder.encode(': still here\n\n'));
    }
    stalledSince ??= performance.now();
    if (performance.now() - stalledSince >= limits.stallMs) finish(() => controller.close());
  }, limits.heartbeatMs).unref();
  return {
    body,
    ended,
    get over() {
      return over;
    },
    write(text) {
      if (over) return;
      if (room()) controller.enqueue(encoder.encode(text));
      else finish(() => controller.close());
    },
    async drained() {
      while (!over && !room())
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
    close: () => finish(() => controller.close()),
  };
}

/** Limits that suit one machine. */
export const STREAM_LIMITS: StreamLimits = {
  most: 6_000,
  mostEach: 64,
  bufferBytes: 1 << 20,
  heartbeatMs: 15_000,
  stallMs: 60_000,
};

/** The open streams of a process. */
export interface Streams {
  readonly count: number;
  /** A new stream; refused when there are too many. News can be read on from elsewhere. */
  open(kind: 'events' | 'turn', owner: string): Outbox;
  /** Ends those of events: their readers come back by themselves. */
  closeNews(): void;
  /** Ends all of them, as when the server stops. */
  closeAll(): void;
}

/** Counts and bounds streams, those of each person too; the operator has what there is. */
export function streamsWithin(operator: string, limits: StreamLimits = STREAM_LIMITS): Streams {
  const open = new Map<Outbox, { readonly kind: 'events' | 'turn'; readonly owner: string }>();
  const counts = new Map<string, number>();
  return {
    get count() {
      return open.size;
    },
    open(kind, owner) {
      const own = counts.get(owner) ?? 0;
      if (owner !== operator && own >= limits.mostEach)
        throw new Refused('rate-limited', `${limits.mostEach} streams of yours are open, which is all one person may have.`, {
          todo: 'Close a tab that shows a session, and try again.',
          headers: { 'retry-after': '5' },
        });
      if (open.size >= limits.most)
        throw new Refused('rate-limited', `${limits.most} streams are open, which is all this server keeps.`, {
          todo: 'Close a tab that shows a session, and try again.',
          headers: { 'retry-after': '5' },
        });
      const outbox = openOutbox(limits, () => {
        open.delete(outbox);
        const left = (counts.get(owner) ?? 1) - 1;
        if (left === 0) counts.delete(owner);
        else counts.set(owner, left);
      });
      open.set(outbox, { kind, owner });
      counts.set(owner, own + 1);
      return outbox;
    },
    closeNews() {
      for (const [outbox, { kind }] of open) if (kind === 'events') outbox.close();
    },
    closeAll() {
      for (const outbox of open.keys()) outbox.close();
    },
  };
}

/** One server-sent event. JSON has no raw line breaks, so a line is enough. */
export function sse(data: unknown, { event, id }: { event?: string; id?: number } = {}): string {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`;
  return `${head}data: ${JSON.stringify(data)}\n\n`;
}

/** Headers of every event stream: nothing on the way may hold it back. */
export const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const;
