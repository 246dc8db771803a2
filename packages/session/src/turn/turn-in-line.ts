import { randomUUID } from 'node:crypto';
import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import { lettersIn, type Message } from '@tenfold/core';
import type { PendingAnswer, PendingId } from '@tenfold/store';
import { errorEvent, type TurnEnd, type TurnEvent } from './turn-event.ts';
import type { TurnControl } from './turn-under-way.ts';

/** The last that readers hear of a turn here that another process goes on with. */
const GOES_ON: TurnEvent = {
  type: 'warning',
  code: 'handed-over',
  message: 'This server is being stopped. Another one goes on with the answer: join the turn again.',
};

/** What need not be said any more once an event is: what was stored is in the record, and only the latest status counts. */
const OVER_WITH: Partial<Record<TurnEvent['type'], readonly TurnEvent['type'][]>> = {
  start: ['queued'],
  status: ['status', 'queued'],
  entry: ['text', 'reasoning', 'tool-call', 'tool-result'],
};

/**
 * A turn from the moment it is asked for until it is over: first in line, or behind others. What it says is handed on as it comes, and
 * kept while it lasts, as far as it still matters, for those who join late or come back.
 */
export class TurnInLine implements TurnControl {
  readonly controller = new AbortController();
  readonly signal = this.controller.signal;
  readonly leaving: AbortSignal;
  readonly handOver: () => Promise<boolean>;
  /** Names the row of its message while that waits, before it is written too: whoever lists what waits may be first. */
  id: PendingId = randomUUID();
  row: PendingAnswer | null = null;
  /** Held until it is over. */
  message: Message | null = null;
  #letters: number | undefined;
  begun = false;
  over = false;
  /** Over with it, and with all that stood before it. */
  ended: Promise<void> = Promise.resolve();
  readonly #onEnd: (outcome: TurnEnd) => void;
  #said: TurnEvent[] = [];
  readonly #followers = new Set<ReadableStreamDefaultController<TurnEvent>>();

  /** `onEnd` is called once, however it ends. */
  constructor(
    { leaving, handOver, onEnd }: Pick<TurnControl, 'leaving' | 'handOver'> & { onEnd(outcome: TurnEnd): void },
    signal?: AbortSignal,
  ) {
    this.leaving = leaving;
    this.handOver = handOver;
    this.#onEnd = onEnd;
    signal?.addEventListener('abort', () => this.controller.abort(), { once: true });
    if (signal?.aborted) this.controller.abort();
  }

  /** Letters of its message and its files. */
  get letters(): number {
    this.#letters ??= this.message === null ? 0 : lettersIn(this.message.parts);
    return this.#letters;
  }

  /** Pieces of one text are kept as one event. */
  readonly emit = (event: TurnEvent): void => {
    const last = this.#said.at(-1);
    const over = OVER_WITH[event.type];
    if (over !== undefined) this.#said = this.#said.filter(({ type }) => !over.includes(type));
    if ((event.type === 'text' || event.type === 'reasoning') && last?.type === event.type && last.id === event.id)
      this.#said[this.#said.length - 1] = { ...last, delta: last.delta + event.delta };
    else this.#said.push(event);
    for (const follower of this.#followers) follower.enqueue(event);
  };

  /** What was said, then what is said as it comes. Who leaves the loop before its end leaves the turn alone, unless `left` does otherwise. */
  follow(left: () => void = () => {}): AsyncIterableIterator<TurnEvent, undefined> {
    let follower: ReadableStreamDefaultController<TurnEvent>;
    const events = new ReadableStream<TurnEvent>({
      start: (controller) => {
        follower = controller;
        for (const event of this.#said) follower.enqueue(event);
        if (this.over) follower.close();
        else this.#followers.add(follower);
      },
      cancel: () => {
        this.#followers.delete(follower);
        left();
      },
    });
    // By its reader, which may be cancelled while a read is under way: Node's own iterator throws where that read is followed by
    // another, and nobody would catch it.
    const reader = events.getReader();
    const next = async (): Promise<IteratorResult<TurnEvent, undefined>> => {
      const { done, value } = await reader.read();
      return done ? { done, value: undefined } : { done, value };
    };
    const leave = () => reader.cancel().then(() => ({ done: true, value: undefined }) as const);
    const iterator = { next, return: leave, [Symbol.asyncIterator]: () => iterator };
    return iterator;
  }

  /** Is what somebody does for it, and over with that; what fails is told. */
  run(work: Promise<TurnEnd>): void {
    const failed = (error: unknown): TurnEnd => {
      this.emit(errorEvent(error, false));
      return 'failed';
    };
    this.ended = work.catch(failed).then(this.end);
  }

  /** Ends it, once. */
  readonly end = (outcome: TurnEnd): void => {
    if (this.over) return;
    this.#onEnd(outcome);
    this.emit(outcome === 'handed-over' ? GOES_ON : { type: 'done', outcome });
    this.close();
  };

  /** Nothing more will be said. */
  close(): void {
    this.over = true;
    for (const follower of this.#followers) follower.close();
    this.#followers.clear();
  }
}
