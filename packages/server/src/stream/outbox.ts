import type { Writable } from 'node:stream';

/** How much is kept for a reader that is slow, and for how long. */
export interface OutboxLimits {
  readonly bufferBytes: number;
  /** A reader that takes nothing for so long is dropped; it may resume. */
  readonly stallMs: number;
}

const ignore = () => {};

/**
 * One stream of server-sent events, between what happens here and a reader of any speed. Most of them wait for hours: nothing is kept
 * for one but itself, no timer and no stream of its own beside the reader's.
 */
export class Outbox {
  readonly #limits: OutboxLimits;
  readonly #closed: () => void;
  #reader: Writable | null = null;
  /** What was written before there was a reader. */
  #early = '';
  #isOver = false;
  #stalledSince: number | null = null;
  #wake: (() => void) | null = null;

  /** `closed` is called once, however it ends. */
  constructor(limits: OutboxLimits, closed: () => void) {
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
