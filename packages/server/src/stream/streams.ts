import type { Pass } from '@tenfold/session';
import type { Caller } from '../guard/door.ts';
import { Refused } from '../problem.ts';
import { Outbox, type OutboxLimits, SSE_HEADERS } from './outbox.ts';

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
  closeNews(): void;
  /** Ends all of them, as when the server stops. */
  closeAll(): void;
}

/** Whose stream it is, and what they came in on. */
type Reader = Pick<Caller, 'owner' | 'pass'>;

/** Which of some passes no longer count. */
type Lapsed = (passes: readonly Pass[]) => Promise<ReadonlySet<Pass>>;

/** The AI SDK knows a turn's stream by it. */
const HEADERS = { events: SSE_HEADERS, turn: { ...SSE_HEADERS, 'x-vercel-ai-ui-message-stream': 'v1' } } as const;

/** Beats of all streams together in the time in which each has one: so many a beat that none holds the others up. */
const BEATS = 15;

/**
 * Counts and bounds streams, those of each person too; the operator has what there is. With every heartbeat it is asked whether who reads
 * is still let in, of all whose turn it is at once, and a stream is ended where not.
 */
export function streamsWithin(operator: string, limits: StreamLimits = STREAM_LIMITS, lapsed: Lapsed = noneOf): Streams {
  const open = new Map<Outbox, { readonly kind: 'events' | 'turn'; readonly beat: number; readonly pass: Pass | null }>();
  const counts = new Map<string, number>();
  let pulse: NodeJS.Timeout | undefined;
  let [opened, beats] = [0, 0];
  const beat = () => {
    const now = beats++ % BEATS;
    const shown = new Map<Outbox, Pass>();
    for (const [outbox, { beat: own, pass }] of open) {
      if (own !== now) continue;
      outbox.pulse();
      if (pass !== null) shown.set(outbox, pass);
    }
    if (shown.size > 0) void endLapsed(shown, lapsed);
  };
  return {
    get count() {
      return open.size;
    },
    open(kind, { owner, pass }, ended) {
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
      open.set(outbox, { kind, beat: opened++ % BEATS, pass });
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

const noneOf: Lapsed = async () => new Set();

async function endLapsed(shown: ReadonlyMap<Outbox, Pass>, lapsed: Lapsed): Promise<void> {
  // A store that does not answer has no news either; the next heartbeat asks again.
  const over = await lapsed([...shown.values()]).catch(() => new Set<Pass>());
  for (const [outbox, pass] of shown) if (over.has(pass)) outbox.close();
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
