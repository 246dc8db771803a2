import { randomUUID } from 'node:crypto';
import type { PendingAnswer, PendingId } from '@tenfold/store';
import type { TurnEnd, TurnEvent } from './turn-event.ts';

/** The last that readers hear of a turn here that another process goes on with. */
const GOES_ON: TurnEvent = {
  type: 'warning',
  code: 'handed-over',
  message: 'This server is being stopped. Another one goes on with the answer: join the turn again.',
};

/** A turn from the moment it is asked for until it is over: first in line, or behind others. */
export class TurnInLine {
  readonly controller = new AbortController();
  readonly channel: Channel<TurnEvent> = new Channel(() => this.controller.abort());
  readonly replay = new TurnReplay();
  /** Names the row of its message while that waits, before it is written too: whoever lists what waits may be first. */
  id: PendingId = randomUUID();
  row: PendingAnswer | null = null;
  begun = false;
  over = false;
  /** Over with it, and with all that stood before it. */
  ended: Promise<void> = Promise.resolve();
  readonly #leaves: (outcome: TurnEnd) => void;

  constructor(signal: AbortSignal | undefined, leaves: (outcome: TurnEnd) => void) {
    this.#leaves = leaves;
    signal?.addEventListener('abort', () => this.controller.abort(), { once: true });
    if (signal?.aborted) this.controller.abort();
  }

  readonly emit = (event: TurnEvent): void => {
    this.replay.emit(event);
    this.channel.write(event);
  };

  /** Ends one that never came to be: there was nothing to do. */
  vanish(): void {
    this.over = true;
    this.channel.close();
    this.replay.end();
  }

  /** Ends it, once. */
  readonly end = (outcome: TurnEnd): void => {
    if (this.over) return;
    this.over = true;
    this.#leaves(outcome);
    this.emit(outcome === 'handed-over' ? GOES_ON : { type: 'done', outcome });
    this.channel.close();
    this.replay.end();
  };
}

/** What a turn has said, as far as it still matters, kept while it lasts for those who join late or come back. */
export class TurnReplay {
  #said: TurnEvent[] = [];
  readonly #followers = new Set<Channel<TurnEvent>>();
  #over = false;

  emit(event: TurnEvent): void {
    this.#keep(event);
    for (const follower of this.#followers) follower.write(event);
  }

  /** Nothing more will be said. */
  end(): void {
    this.#over = true;
    for (const follower of this.#followers) follower.close();
    this.#followers.clear();
  }

  /** What was said, then what is said as it comes. Leaving the loop leaves the turn alone. */
  follow(): AsyncIterable<TurnEvent> {
    const follower: Channel<TurnEvent> = new Channel(() => this.#followers.delete(follower));
    for (const event of this.#said) follower.write(event);
    if (this.#over) follower.close();
    else this.#followers.add(follower);
    return follower;
  }

  /** Pieces of one text are one event, what was stored since is in the record, and only the latest status counts. */
  #keep(event: TurnEvent): void {
    const last = this.#said.at(-1);
    if (isPiece(event) && last !== undefined && isPiece(last) && last.type === event.type && last.id === event.id) {
      this.#said[this.#said.length - 1] = { ...last, delta: last.delta + event.delta };
      return;
    }
    if (event.type === 'start') this.#said = this.#said.filter(({ type }) => type !== 'queued');
    if (event.type === 'status') this.#said = this.#said.filter(({ type }) => type !== 'status' && type !== 'queued');
    if (event.type === 'entry') this.#said = this.#said.filter((said) => !isPiece(said) && !isTool(said));
    this.#said.push(event);
  }
}

type Piece = Extract<TurnEvent, { type: 'text' | 'reasoning' }>;

function isPiece(event: TurnEvent): event is Piece {
  return event.type === 'text' || event.type === 'reasoning';
}

function isTool({ type }: TurnEvent): boolean {
  return type === 'tool-call' || type === 'tool-result';
}

/** A queue one side writes and the other loops over. Leaving the loop early calls `left`. */
class Channel<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = [];
  readonly #left: () => void;
  #wake: (() => void) | null = null;
  #closed = false;

  constructor(left: () => void = () => {}) {
    this.#left = left;
  }

  /** What is written after the end is dropped. */
  write(value: T): void {
    if (this.#closed) return;
    this.#waiting.push(value);
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      for (;;) {
        for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) yield next;
        if (this.#closed) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = null;
      }
    } finally {
      if (!this.#closed) this.#left();
      this.#closed = true;
    }
  }
}
