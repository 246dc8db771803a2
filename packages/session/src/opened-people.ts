import { type Log, reasonOf } from './log.ts';

/** What can be opened for a person, and closed again. */
interface Closable {
  isBusy(): boolean;
  settle(): Promise<void>;
  readonly tenfold: { close(): Promise<void> };
}

/** People a process has opened at once, and how long one is kept of whom nothing is heard. */
const MAX_OPEN = 200;
const REST_MS = 5 * 60_000;

/** What is opened for the people of a process. Those who rest longest are closed once there are too many; they open again when they come. */
export class OpenedPeople<T extends Closable> {
  readonly #opened = new Map<string, { readonly owned: Promise<T>; usedAt: number }>();
  readonly #monotonic: () => number;
  readonly #log: Log;
  readonly #max: number;

  constructor(monotonic: () => number, log: Log, max = MAX_OPEN) {
    this.#monotonic = monotonic;
    this.#log = log;
    this.#max = max;
  }

  of(owner: string, open: () => Promise<T>): Promise<T> {
    const known = this.#opened.get(owner) ?? { owned: open(), usedAt: 0 };
    known.usedAt = this.#monotonic();
    this.#opened.delete(owner);
    this.#opened.set(owner, known);
    known.owned.catch(() => this.#opened.delete(owner));
    if (this.#opened.size > this.#max) void this.#rest();
    return known.owned;
  }

  async all(): Promise<readonly T[]> {
    const settled = await Promise.allSettled([...this.#opened.values()].map(({ owned }) => owned));
    return settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }

  async #rest(): Promise<void> {
    for (const [owner, known] of this.#opened) {
      if (this.#opened.size <= this.#max || this.#monotonic() - known.usedAt < REST_MS) return;
      try {
        const owned = await known.owned;
        if (this.#opened.get(owner) !== known || this.#monotonic() - known.usedAt < REST_MS) continue;
        this.#opened.delete(owner);
        if (owned.isBusy()) {
          // In use like one who asks: thousands who only follow events are not looked at again with every request.
          known.usedAt = this.#monotonic();
          this.#opened.set(owner, known);
          continue;
        }
        await owned.settle();
        await owned.tenfold.close();
      } catch (error) {
        this.#log.warn('person-not-closed', { reason: reasonOf(error) });
      }
    }
  }
}
