import type { SessionId } from '@tenfold/store';

/** Milliseconds between the end of a fold and the start of the next, however it is started; hard does not wait. */
const COOLDOWN_MS = 30_000;

/** When each session was folded last, by a clock that cannot be set back. */
export class Cooldown {
  readonly #monotonic: () => number;
  readonly #ended = new Map<SessionId, number>();

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** A fold ended now, or so many milliseconds ago; a wall clock that was set back counts as now. */
  ended(session: SessionId, ago = 0): void {
    const now = this.#monotonic();
    for (const [other, at] of this.#ended) if (at + COOLDOWN_MS <= now) this.#ended.delete(other);
    this.#ended.set(session, now - Math.max(0, ago));
  }

  /** Whole seconds until a fold may start, 0 when it may. */
  secondsLeft(session: SessionId): number {
    const ended = this.#ended.get(session);
    if (ended === undefined) return 0;
    return Math.max(0, Math.ceil((ended + COOLDOWN_MS - this.#monotonic()) / 1_000));
  }
}
