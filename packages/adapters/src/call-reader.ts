import { type Budget, type Counter, counterFor, type Frame, type Message, type Transcript } from '@tenfold/core';
import { chained } from '@tenfold/dialects';
import { hash } from '#hash';
import { type Answerer, budgetOn, type TenfoldOptions } from './options.ts';
import { SeenMessages } from './seen-messages.ts';

/** A call that is about to be made of a model. */
export interface Call {
  /** As `provider:model`, where the options name none. */
  readonly model: string;
  readonly frame: Frame;
  readonly messages: readonly Message[];
  /** The model itself, where it is to write the summaries. */
  readonly answer?: Answerer;
}

/** A call that was read, with what it is measured by. */
export interface ReadCall {
  readonly call: Call;
  readonly model: string;
  readonly transcript: Transcript;
  readonly count: Counter;
  readonly budget: Budget;
}

/** System texts a process remembers. */
const MAX_FRAMES = 1_000;
/** Share of what a model refused that is taken for its room from then on. */
const REFUSED_ROOM = 0.9;

/** Reads calls: what came before is known again, so that it costs next to nothing. */
export class CallReader {
  readonly #options: TenfoldOptions;
  readonly #seen = new SeenMessages();
  readonly #frames = new Map<string, Frame>();
  readonly #refused = new Map<string, number>();

  constructor(options: TenfoldOptions) {
    this.#options = options;
  }

  read(call: Call): ReadCall {
    const { conversation, model = call.model } = this.#options;
    const messages = call.messages.map((message) => this.#seen.same(message));
    const transcript = chained(messages, hash, conversation === undefined ? null : hash(conversation));
    return {
      call: { ...call, frame: this.#frame(call.frame) },
      model,
      transcript,
      count: counterFor(model),
      budget: budgetOn(this.#options, model, this.#refused.get(model)),
    };
  }

  /** A model refused so many tokens, so that its room is smaller than it says. */
  tooLong(model: string, tokens: number): void {
    this.#refused.set(model, Math.floor(tokens * REFUSED_ROOM));
  }

  /** One that came before as the same object, so that its count is known. */
  #frame(frame: Frame): Frame {
    const text = JSON.stringify(frame);
    const known = this.#frames.get(text) ?? frame;
    if (this.#frames.size >= MAX_FRAMES) this.#frames.clear();
    this.#frames.set(text, known);
    return known;
  }
}
