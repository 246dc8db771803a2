import { Channel } from '../channel.ts';
import type { TurnEvent } from './turn-event.ts';

/** What a turn has said, as far as it still matters, kept while it lasts for those who join late or come back. */
export class TurnReplay {
  #said: TurnEvent[] = [];
  readonly #followers = new Set<Channel<TurnEvent>>();
  #over = false;

  emit(event: TurnEvent): void {
    this.#keep(event);
    for (const follower of this.#followers) follower.write(event);
  }

  /** Nothing more will be said. */
  end(): void {
    this.#over = true;
    for (const follower of this.#followers) follower.close();
    this.#followers.clear();
  }

  /** What was said, then what is said as it comes. Leaving the loop leaves the turn alone. */
  follow(): AsyncIterable<TurnEvent> {
    const follower: Channel<TurnEvent> = new Channel(() => this.#followers.delete(follower));
    for (const event of this.#said) follower.write(event);
    if (this.#over) follower.close();
    else this.#followers.add(follower);
    return follower;
  }

  /** Pieces of one text are one event, what was stored since is in the record, and only the latest status counts. */
  #keep(event: TurnEvent): void {
    const last = this.#said.at(-1);
    if (isPiece(event) && last !== undefined && isPiece(last) && last.type === event.type && last.id === event.id) {
      this.#said[this.#said.length - 1] = { ...last, delta: last.delta + event.delta };
      return;
    }
    if (event.type === 'start') this.#said = this.#said.filter(({ type }) => type !== 'queued');
    if (event.type === 'status') this.#said = this.#said.filter(({ type }) => type !== 'status' && type !== 'queued');
    if (event.type === 'entry') this.#said = this.#said.filter((said) => !isPiece(said) && !isTool(said));
    this.#said.push(event);
  }
}

type Piece = Extract<TurnEvent, { type: 'text' | 'reasoning' }>;

function isPiece(event: TurnEvent): event is Piece {
  return event.type === 'text' || event.type === 'reasoning';
}

function isTool({ type }: TurnEvent): boolean {
  return type === 'tool-call' || type === 'tool-result';
}
