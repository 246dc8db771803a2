import type { JsonObject } from '@tenfold/core';

/** What of a model's answers a client sees, in one API's form: answers that follow each other are one to it. */
export interface Screen {
  /** An event as it is shown: the same object where it stays as it is, null where it is not shown. */
  show(data: JsonObject): JsonObject | null;
  /** Whether an event tells of the end of an answer: it waits until it is known whether there is more. */
  ends(data: JsonObject): boolean;
  /** An end that turned out to be none: what it says beside. */
  goesOn(end: JsonObject): JsonObject | null;
  /** The end of a body or an event where all that it waits for was hidden: as one that waits for nothing. */
  settled(end: JsonObject): JsonObject;
  /** The next events are of another answer. */
  next(): void;
  /** Whole answers as one. */
  joined(bodies: readonly JsonObject[]): JsonObject;
}

/** Whether a tool of this name is hidden from the client. */
export type IsHidden = (name: unknown) => boolean;

/** Numbers of what is shown, for those that things have in their own answer. */
export class Places {
  readonly #shown = new Map<unknown, number | null>();
  #next = 0;

  hide(own: unknown): void {
    this.#shown.set(own, null);
  }

  /** The number something is shown under; null where it is hidden. */
  of(own: unknown): number | null {
    const known = this.#shown.get(own);
    if (known !== undefined) return known;
    this.#shown.set(own, this.#next);
    return this.#next++;
  }

  next(): void {
    this.#shown.clear();
  }
}
