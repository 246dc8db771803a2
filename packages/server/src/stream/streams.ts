import { Refused } from '../problem.ts';
import { type Outbox, openOutbox, type StreamLimits } from './outbox.ts';

/** Limits that suit one machine. */
export const STREAM_LIMITS: StreamLimits = { most: 256, bufferBytes: 1 << 20, heartbeatMs: 15_000, stallMs: 60_000 };

/** The open streams of a process. */
export interface Streams {
  readonly count: number;
  /** A new stream; refused when there are too many. News can be read on from elsewhere. */
  open(kind: 'news' | 'turn'): Outbox;
  /** Ends those of news: their readers come back by themselves. */
  closeNews(): void;
  /** Ends all of them, as when the server stops. */
  closeAll(): void;
}

/** Counts and bounds streams. */
export function streamsWithin(limits: StreamLimits = STREAM_LIMITS): Streams {
  const open = new Map<Outbox, 'news' | 'turn'>();
  return {
    get count() {
      return open.size;
    },
    open(kind) {
      if (open.size >= limits.most)
        throw new Refused('rate-limited', `${limits.most} streams are open, which is all this server keeps.`, {
          todo: 'Close a tab that shows a session, and try again.',
          headers: { 'retry-after': '5' },
        });
      const outbox = openOutbox(limits, () => open.delete(outbox));
      open.set(outbox, kind);
      return outbox;
    },
    closeNews() {
      for (const [outbox, kind] of open) if (kind === 'news') outbox.close();
    },
    closeAll() {
      for (const outbox of open.keys()) outbox.close();
    },
  };
}
