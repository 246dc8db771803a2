/** Batches that are under way at once, and the items of one, at most. */
const MAX_BATCHES = 2;
const MAX_ITEMS = 64;

/** Has items that are ready together worked on together. */
export class Batcher<Item> {
  readonly #work: (items: readonly Item[]) => Promise<void>;
  #waiting: Item[] = [];
  #underWay = 0;
  #scheduled = false;

  /** `work` tells each item what became of it, and never throws. */
  constructor(work: (items: readonly Item[]) => Promise<void>) {
    this.#work = work;
  }

  add(item: Item): void {
    this.#waiting.push(item);
    this.#schedule();
  }

  /** A turn of the event loop lets items that are ready join. */
  #schedule(): void {
    if (this.#scheduled || this.#underWay >= MAX_BATCHES || this.#waiting.length === 0) return;
    this.#scheduled = true;
    setImmediate(async () => {
      this.#scheduled = false;
      const items = this.#waiting.splice(0, MAX_ITEMS);
      this.#underWay++;
      this.#schedule();
      await this.#work(items);
      this.#underWay--;
      this.#schedule();
    });
  }
}
