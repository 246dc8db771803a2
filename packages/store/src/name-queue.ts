/** Work that shares a name runs one after the other, in the order it came; other work goes on beside it. */
export class NameQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = names.flatMap((name) => this.#last.get(name) ?? []);
    const running = before.length === 0 ? work() : Promise.all(before).then(work);
    const settled: Promise<void> = Promise.allSettled([running]).then(() => {
      for (const name of names) if (this.#last.get(name) === settled) this.#last.delete(name);
    });
    // All names are taken at once, so two works never wait for each other.
    for (const name of names) this.#last.set(name, settled);
    return running;
  }

  /** Resolves when nothing named is under way. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.all(this.#last.values());
  }
}
