/** A queue one side writes and the other loops over. Leaving the loop early calls `left`. */
export class Channel<T> implements AsyncIterable<T> {
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
