import type { Message, Part } from '@tenfold/core';
import type { PendingId } from '@tenfold/store';
import type { LoadedSession } from '../conversation/load-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';

/** How long what has come of an answer may stand unstored: a shorter answer is stored once, when it is complete. */
const WITHIN_MS = 250;

/** An answer as it grows: what has come is stored soon after, also where nothing follows it, so that a crash loses next to nothing. */
export class AnswerDraft {
  readonly #deps: Dependencies;
  /** The row it is stored in. */
  pending: PendingId;
  #parts: { type: 'text' | 'reasoning'; id: string; text: string }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();
  /** True while its row is there. */
  isStored = false;
  /** What the model was shown for it. */
  asked: LoadedSession | null = null;

  constructor(deps: Dependencies, pending: PendingId) {
    this.#deps = deps;
    this.pending = pending;
  }

  add(type: 'text' | 'reasoning', id: string, delta: string): void {
    const last = this.#parts.at(-1);
    if (last?.type === type && last.id === id) last.text += delta;
    else this.#parts.push({ type, id, text: delta });
    // Answers of a process are stored at the same moments, so that they share one flush.
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#storing = this.#store();
      },
      WITHIN_MS - (performance.now() % WITHIN_MS),
    ).unref();
  }

  /** What has come is in the record; the next step has a row of its own, and after the last there is none. */
  storedAs(next: PendingId | null): void {
    this.isStored = next !== null;
    this.pending = next ?? this.pending;
    this.clear();
  }

  /** True once anything has come. */
  get begun(): boolean {
    return this.#parts.some(({ text }) => text !== '');
  }

  /** Begins anew for the next step of the turn. */
  clear(): void {
    this.#parts = [];
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Stores what has come and is not stored yet, for whoever goes on with it. */
  async leave(): Promise<void> {
    await this.settle();
    await this.#store();
  }

  /** Before its row goes: nothing is written to it any more. */
  settle(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#storing;
  }

  /** What has come so far: its words, and only where there are none yet its thinking, which cannot go back to its model. */
  message(): Message {
    const words = this.#parts.filter(({ type, text }) => type === 'text' && text !== '');
    const parts: readonly Part[] = (words.length > 0 ? words : this.#parts).map(({ type, text }) => ({
      type,
      text: text.toWellFormed(),
    }));
    return { role: 'assistant', parts };
  }

  async #store(): Promise<void> {
    const { store, now, log, lease } = this.#deps;
    if (!this.isStored || !this.begun) return;
    try {
      await store.pending.write({ id: this.pending, lease: lease() }, this.message(), now());
    } catch (error) {
      log.warn('partial-answer-not-stored', { pending: this.pending, reason: reasonOf(error) });
    }
  }
}
