import { jsonEvents } from './json-events.ts';
import { overflowIn } from './overflow.ts';
import { troubleIn } from './trouble.ts';

/** Events that only say that an answer was begun. */
const BEGUN = /^(?:response\.(?:created|queued|in_progress)|message_start|ping)$/;

/** Reads how a stream of events opens: some servers take a request, and say only then that it is too long. */
export class StreamOpening {
  #isTooLong: boolean | null = null;
  readonly #events = jsonEvents((data) => {
    if (this.#isTooLong !== null) return;
    const trouble = troubleIn(data);
    if (trouble !== null) this.#isTooLong = overflowIn(trouble.said) !== null;
    else if (!BEGUN.test(String(data.type))) this.#isTooLong = false;
  });

  /** Whether the request was too long; null while that cannot be told from the text so far. */
  push(text: string): boolean | null {
    this.#events.feed(text);
    return this.#isTooLong;
  }
}
