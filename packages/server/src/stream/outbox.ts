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
