import type { JsonObject, Message } from '@tenfold/core';
import { anthropicAnswer } from '../anthropic/answer.ts';
import { geminiAnswer } from '../gemini/answer.ts';
import { isObject, parseJson } from '../json.ts';
import { openAiChatAnswer } from '../openai-chat/answer.ts';
import { openAiResponsesAnswer } from '../openai-responses/answer.ts';
import { dialectOf } from '../registry.ts';
import type { AnswerBuilder, Billed } from './answer-builder.ts';
import { jsonEvents } from './json-events.ts';
import { MESSAGE_FIELD, type WireId } from './request-shape.ts';
import { type Trouble, troubleIn } from './trouble.ts';

/** What a model answered, as far as it came. */
export interface Answered {
  /** As the client will send it back; none where nothing was said. */
  readonly messages: readonly Message[];
  readonly billed: Billed | null;
  /** True when the model came to its end. */
  readonly complete: boolean;
}

const BUILDERS: Readonly<Record<WireId, () => AnswerBuilder>> = {
  anthropic: anthropicAnswer,
  'openai-chat': openAiChatAnswer,
  'openai-responses': openAiResponsesAnswer,
  gemini: geminiAnswer,
};

/** Reads an answer beside its way to the client: give it the text as it passes, then ask what was said. */
export class AnswerReader {
  readonly #builder: AnswerBuilder;
  readonly #wire: WireId;
  readonly #events: ReturnType<typeof jsonEvents> | null;
  #text = '';
  #isGivenUp = false;
  #trouble: Trouble | null = null;

  constructor(wire: WireId, isStream: boolean) {
    this.#wire = wire;
    this.#builder = BUILDERS[wire]();
    this.#events = isStream ? jsonEvents((data) => this.#event(data)) : null;
  }

  push(text: string): void {
    if (this.#events === null) this.#text += text;
    else this.#events.feed(text);
  }

  /** It is longer than any answer is: nothing is said of it. */
  giveUp(): void {
    this.#isGivenUp = true;
    this.#text = '';
  }

  /** What it told of trouble in the middle of it. */
  get trouble(): Trouble | null {
    return this.#trouble;
  }

  end(): Answered {
    if (this.#isGivenUp) return { messages: [], billed: null, complete: false };
    // What came last may lack its empty line.
    if (this.#events !== null) this.#events.feed('\n\n');
    else this.#readBody();
    const { wire, billed, complete } = this.#builder;
    return { messages: decoded(this.#wire, wire), billed, complete };
  }

  #event(data: JsonObject): void {
    this.#trouble ??= troubleIn(data);
    this.#builder.event(data);
  }

  /** Gemini streams a JSON list of events where no event stream was asked for. */
  #readBody(): void {
    const body = parseJson(this.#text);
    if (Array.isArray(body)) for (const event of body) isObject(event) && this.#event(event);
    else if (isObject(body)) this.#builder.body(body);
    this.#text = '';
  }
}

function decoded(wire: WireId, items: readonly JsonObject[]): readonly Message[] {
  return items.length === 0 ? [] : dialectOf(wire).decode({ [MESSAGE_FIELD[wire]]: items }).messages;
}
