import { Refused } from '../problem.ts';
import { type Outbox, openOutbox, type StreamLimits } from './outbox.ts';

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
