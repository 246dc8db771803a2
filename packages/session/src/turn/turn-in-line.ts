import { Channel } from '../channel.ts';
import type { TurnEvent, TurnOutcome } from './turn-event.ts';
import { TurnReplay } from './turn-replay.ts';

/** A turn from the moment it is asked for until it is over: first in line, or behind others. */
export class TurnInLine {
  readonly controller = new AbortController();
  readonly channel: Channel<TurnEvent> = new Channel(() => this.controller.abort());
  readonly replay = new TurnReplay();
  /** Row of its message while that waits. */
  row: string | null = null;
  begun = false;
  over = false;
  /** Over with it, and with all that stood before it. */
  ended: Promise<void> = Promise.resolve();
  readonly #leaves: (outcome: TurnOutcome) => void;

  constructor(signal: AbortSignal | undefined, leaves: (outcome: TurnOutcome) => void) {
    this.#leaves = leaves;
    signal?.addEventListener('abort', () => this.controller.abort(), { once: true });
    if (signal?.aborted) this.controller.abort();
  }

  readonly emit = (event: TurnEvent): void => {
    this.replay.emit(event);
    this.channel.write(event);
  };

  /** Ends it, once. */
  readonly end = (outcome: TurnOutcome): void => {
    if (this.over) return;
    this.over = true;
    this.#leaves(outcome);
    this.emit({ type: 'done', outcome });
    this.channel.close();
    this.replay.end();
  };
}
