import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import type { createAdaptorServer } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Admission } from '@tenfold/session';
import type { Caller } from '../guard/door.ts';
import { Refused } from '../problem.ts';

/** How much is kept for a reader that is slow, and for how long. */
export interface OutboxLimits {
  readonly bufferBytes: number;
  /** A reader that takes nothing for so long is dropped; it may resume. */
  readonly stallMs: number;
}

/** Headers of every event stream: nothing on the way may hold it back. */
const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** How many streams a process serves at once. */
export interface StreamLimits extends OutboxLimits {
  readonly most: number;
  readonly mostEach: number;
  readonly heartbeatMs: number;
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
  /** A new stream; refused when there are too many. News can be read on from elsewhere. `ended` is called once, however it ends. */
  open(kind: 'events' | 'turn', reader: Reader, ended?: () => void): Outbox;
  /** Ends those of events: their readers come back by themselves. */
  closeEvents(): void;
  /** Ends all of them, as when the server stops. */
  closeAll(): void;
}

/** Whose stream it is, and what they came in on. */
type Reader = Pick<Caller, 'owner' | 'admission'>;

/** Which of some admissions no longer count. */
type Lapsed = (admissions: readonly Admission[]) => Promise<ReadonlySet<Admission>>;

/** The AI SDK knows a turn's stream by it. */
const HEADERS = { events: SSE_HEADERS, turn: { ...SSE_HEADERS, 'x-vercel-ai-ui-message-stream': 'v1' } } as const;

/** Beats of all streams together in the time in which each has one: so many a beat that none holds the others up. */
const BEATS = 15;

/**
 * Counts and bounds streams, those of each person too; the operator has what there is. With every heartbeat it is asked whether who reads
 * is still let in, of all whose turn it is at once, and a stream is ended where not.
 */
export function streamsWithin(operator: string, limits: StreamLimits = STREAM_LIMITS, lapsed: Lapsed = noneOf): Streams {
  const open = new Map<
    Outbox,
    { readonly kind: 'events' | 'turn'; readonly beat: number; readonly admission: Admission | null }
  >();
  const counts = new Map<string, number>();
  let pulse: NodeJS.Timeout | undefined;
  let [opened, beats] = [0, 0];
  const beat = () => {
    const now = beats++ % BEATS;
    const shown = new Map<Outbox, Admission>();
    for (const [outbox, { beat: own, admission }] of open) {
      if (own !== now) continue;
      outbox.pulse();
      if (admission !== null) shown.set(outbox, admission);
    }
    if (shown.size > 0) void endLapsed(shown, lapsed);
  };
  return {
    get count() {
      return open.size;
    },
    open(kind, { owner, admission }, ended) {
      const own = counts.get(owner) ?? 0;
      if (owner !== operator && own >= limits.mostEach)
        throw tooMany(`${limits.mostEach} streams of yours are open, which is all one person may have.`);
      if (open.size >= limits.most) throw tooMany(`${limits.most} streams are open, which is all this server keeps.`);
      if (open.size === 0) pulse = setInterval(beat, limits.heartbeatMs / BEATS).unref();
      const outbox = new Outbox(
        limits,
        () => {
          open.delete(outbox);
          if (open.size === 0) clearInterval(pulse);
          const left = (counts.get(owner) ?? 1) - 1;
          if (left === 0) counts.delete(owner);
          else counts.set(owner, left);
          ended?.();
        },
        HEADERS[kind],
      );
      open.set(outbox, { kind, beat: opened++ % BEATS, admission });
      counts.set(owner, own + 1);
      return outbox;
    },
    closeEvents() {
      for (const [outbox, { kind }] of open) if (kind === 'events') outbox.close();
    },
    closeAll() {
      for (const outbox of open.keys()) outbox.close();
    },
  };
}

const noneOf: Lapsed = async () => new Set();

async function endLapsed(shown: ReadonlyMap<Outbox, Admission>, lapsed: Lapsed): Promise<void> {
  // A store that does not answer has no news either; the next heartbeat asks again.
  const over = await lapsed([...shown.values()]).catch(() => new Set<Admission>());
  for (const [outbox, admission] of shown) if (over.has(admission)) outbox.close();
}

function tooMany(said: string): Refused {
  return new Refused('rate-limited', said, {
    todo: 'Close a tab that shows a session, and try again.',
    headers: { 'retry-after': '5' },
  });
}

/** One server-sent event. JSON has no raw line breaks, so a line is enough. */
export function sse(data: unknown, { event, id }: { event?: string; id?: number } = {}): string {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`;
  return `${head}data: ${JSON.stringify(data)}\n\n`;
}

const ignore = () => {};

/**
 * One stream of server-sent events, between what happens here and a reader of any speed. Most of them wait for hours: nothing is kept
 * for one but itself, no timer and no stream of its own beside the reader's.
 */
export class Outbox {
  readonly headers: Readonly<Record<string, string>>;
  readonly #limits: OutboxLimits;
  readonly #closed: () => void;
  #reader: Writable | null = null;
  /** What was written before there was a reader. */
  #early = '';
  #isOver = false;
  #stalledSince: number | null = null;
  #wake: (() => void) | null = null;

  /** `closed` is called once, however it ends. */
  constructor(limits: OutboxLimits, closed: () => void, headers: Readonly<Record<string, string>> = SSE_HEADERS) {
    this.headers = headers;
    this.#limits = limits;
    this.#closed = closed;
  }

  /** True once the reader has left, was dropped, or the stream was closed. */
  get over(): boolean {
    return this.#isOver;
  }

  /** Writes to a reader from now on, first what has been written before. */
  join(reader: Writable): void {
    this.#reader = reader;
    // One that leaves while something is written to it is told by `close`.
    reader.on('error', ignore).on('close', () => this.close());
    if (this.#early !== '') reader.write(this.#early);
    this.#early = '';
    if (this.#isOver) reader.end();
    else if (reader.destroyed) this.close();
  }

  /** Writes without waiting. A reader too slow for the buffer is dropped: it reloads, or resumes by its last id. */
  write(text: string): void {
    if (this.#isOver) return;
    if (!this.#hasRoom()) this.close();
    else if (this.#reader === null) this.#early += text;
    else this.#reader.write(text);
  }

  /** Resolves when there is room again, or the stream is over. */
  async waitForRoom(): Promise<void> {
    while (!this.#isOver && !this.#hasRoom())
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        this.#reader?.once('drain', resolve);
      });
    this.#wake = null;
  }

  /** Lets the reader, and all between, know that it goes on; one that takes nothing is given up. */
  pulse(): void {
    if (this.#hasRoom()) {
      this.#stalledSince = null;
      this.write(': still here\n\n');
      return;
    }
    this.#stalledSince ??= performance.now();
    if (performance.now() - this.#stalledSince >= this.#limits.stallMs) this.close();
  }

  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#reader?.end();
    this.#wake?.();
    this.#closed();
  }

  #hasRoom(): boolean {
    const { writableLength, destroyed } = this.#reader ?? { writableLength: this.#early.length, destroyed: false };
    return !destroyed && writableLength < this.#limits.bufferBytes;
  }
}

/** What a request comes with from its socket, and what is handed back to it. */
interface Carried {
  readonly outgoing: ServerResponse;
  outbox?: Outbox;
}

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

/** Has streams written to their sockets themselves: through a response and its body each would cost as much again as its connection. */
export function writingStreams(fetch: Fetch): Fetch {
  return async (request, env) => {
    const response = await fetch(request, env);
    const { outgoing, outbox } = env as Carried;
    if (outbox === undefined) return response;
    if (!(response instanceof Response) || response.headers.get('content-type') !== SSE_HEADERS['content-type']) {
      outbox.close();
      return response;
    }
    outgoing.writeHead(response.status, [...response.headers].flat());
    outgoing.flushHeaders();
    outbox.join(outgoing);
    return RESPONSE_ALREADY_SENT;
  };
}
