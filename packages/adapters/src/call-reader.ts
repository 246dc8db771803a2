import { type Budget, type Counter, counterFor, type Frame, type Message, type Part, type Transcript } from '@tenfold/core';
import { chained } from '@tenfold/dialects';
import { hash } from '#hash';
import { type Answerer, budgetForCall, type TenfoldOptions } from './options.ts';

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
      budget: budgetForCall(this.#options, model, this.#refused.get(model)),
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

/** Messages a process remembers, so that what is sent again costs next to nothing. */
const MAX_SEEN = 20_000;

/** Messages that came before. Frameworks make new objects of old words for every call; counts and names hang on objects. */
class SeenMessages {
  /** By what tells its last part from most others, of which frameworks keep the very strings. */
  readonly #known = new Map<string, Map<string, Message[]>>();
  readonly #ours = new WeakSet<Message>();
  #size = 0;

  /** One that says the same and came before, else this one. */
  same(message: Message): Message {
    if (this.#ours.has(message)) return message;
    const [id, text] = sketchOf(message.parts.at(-1));
    const byText = this.#known.get(id);
    const alike = byText?.get(text);
    const known = alike?.find((other) => isSame(other, message));
    if (known !== undefined) return known;
    if (this.#size++ >= MAX_SEEN) {
      this.#known.clear();
      this.#size = 0;
    }
    this.#ours.add(message);
    if (alike !== undefined) alike.push(message);
    else if (byText !== undefined) byText.set(text, [message]);
    else this.#known.set(id, new Map([[text, [message]]]));
    return message;
  }
}

function sketchOf(part: Part | undefined): readonly [id: string, text: string] {
  if (part?.type === 'tool-call') return [part.id, part.name];
  if (part?.type === 'tool-result') return [part.id, typeof part.output === 'string' ? part.output : ''];
  return ['', part?.type === 'text' || part?.type === 'reasoning' ? part.text : ''];
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length || Array.isArray(a) !== Array.isArray(b)) return false;
  return keys.every((key) => key in b && isSame(a[key as keyof typeof a], b[key as keyof typeof b]));
}
