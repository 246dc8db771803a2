import type { JsonObject, Message, ToolCall } from '@tenfold/core';
import { anthropicScreen } from '../anthropic/screen.ts';
import { geminiScreen } from '../gemini/screen.ts';
import { isList, isObject, parseJson } from '../json.ts';
import { openAiChatScreen } from '../openai-chat/screen.ts';
import { openAiResponsesScreen } from '../openai-responses/screen.ts';
import { type Answered, AnswerReader } from './answer.ts';
import { plainLineEnds } from './plain-line-ends.ts';
import type { WireId } from './request-shape.ts';
import type { IsHidden, Screen } from './screen.ts';
import type { Trouble } from './trouble.ts';

const SCREENS: Readonly<Record<WireId, (isHidden: IsHidden) => Screen>> = {
  anthropic: anthropicScreen,
  'openai-chat': openAiChatScreen,
  'openai-responses': openAiResponsesScreen,
  gemini: geminiScreen,
};

/** One of the answers a client sees as one. */
export interface ScreenedRound extends Answered {
  /** Calls of hidden tools in it. */
  readonly hidden: readonly ToolCall[];
  /** True where it calls tools of the client too, or came to no end: it is the client's turn then. */
  readonly isLast: boolean;
  /** What it told of trouble in the middle of it. */
  readonly trouble: Trouble | null;
}

/**
 * Answers of a model without its calls of hidden tools, as one answer. Give it the text of each as it comes, pass on what it gives back,
 * and say after each whether another follows.
 */
export class ScreenedAnswer {
  readonly #wire: WireId;
  readonly #isStream: boolean;
  readonly #screen: Screen;
  readonly #isHidden: IsHidden;
  readonly #shown: AnswerReader;
  readonly #bodies: JsonObject[] = [];
  #own: AnswerReader;
  readonly #plain = plainLineEnds();
  /** What is not passed on yet: a body, or the beginning of an event. */
  #rest: string[] = [];
  #endsLine = false;
  /** Events that tell of an end, as they came. */
  #held: { readonly text: string; readonly data: JsonObject | null }[] = [];
  #isChanged = false;

  constructor(wire: WireId, isStream: boolean, names: ReadonlySet<string>) {
    this.#wire = wire;
    this.#isStream = isStream;
    this.#isHidden = (name) => typeof name === 'string' && names.has(name);
    this.#screen = SCREENS[wire](this.#isHidden);
    this.#shown = new AnswerReader(wire, isStream);
    this.#own = new AnswerReader(wire, isStream);
  }

  /** What of some text can be passed on now. */
  push(text: string): string {
    this.#own.push(text);
    const piece = this.#isStream ? this.#plain(text) : text;
    if (piece === '') return '';
    this.#rest.push(piece);
    const isOver = piece.includes('\n\n') || (this.#endsLine && piece.startsWith('\n'));
    this.#endsLine = piece.endsWith('\n');
    if (!this.#isStream || !isOver) return '';
    const blocks = this.#takeRest().split(/(?<=\n\n)(?!\n)/);
    if (!blocks.at(-1)?.endsWith('\n\n')) this.#rest.push(blocks.pop() ?? '');
    return this.#tell(blocks.map((block) => this.#pass(block)).join(''));
  }

  /** What came of the answer that is over. */
  endRound(): ScreenedRound {
    const answered = this.#own.end();
    const calls = answered.messages.flatMap(({ parts }) => parts.filter((part): part is ToolCall => part.type === 'tool-call'));
    const hidden = calls.filter(({ name }) => this.#isHidden(name));
    const isLast = !answered.complete || hidden.length === 0 || hidden.length < calls.length;
    return { ...answered, hidden, isLast, trouble: this.#own.trouble };
  }

  /** Another answer follows: what of the end of this one is passed on all the same. */
  goOn(): string {
    const last = this.#passRest();
    const text = this.#held
      .flatMap(({ data }) => (data === null ? [] : [this.#screen.goesOn(data)]))
      .flatMap((data) => (data === null ? [] : [written(data)]));
    this.#held = [];
    this.#isChanged = true;
    if (!this.#isStream) this.#keepBody();
    this.#screen.next();
    this.#own = new AnswerReader(this.#wire, this.#isStream);
    return this.#tell(last + text.join(''));
  }

  /** What is left to be passed on when none follows. */
  finish(): string {
    const { hidden, isLast } = this.endRound();
    // It waits for calls that the client does not know of: to the client it is at its end.
    const ended = (end: JsonObject) => (isLast ? end : this.#screen.settled(end));
    if (!this.#isStream) {
      if (!this.#isChanged && hidden.length === 0) return this.#tell(this.#takeRest());
      const isList = this.#keepBody();
      const joined = ended(this.#screen.joined(this.#bodies));
      return this.#tell(JSON.stringify(isList ? [joined] : joined));
    }
    const last = this.#passRest();
    const held = this.#held.map(({ text, data }) => (data === null ? text : this.#endText(text, data, ended)));
    this.#held = [];
    return this.#tell(last + held.join(''));
  }

  /** The last event of a stream may lack its empty line. */
  #passRest(): string {
    const rest = this.#isStream ? this.#takeRest() : '';
    return rest === '' ? '' : this.#pass(rest);
  }

  #takeRest(): string {
    const rest = this.#rest.join('');
    this.#rest = [];
    return rest;
  }

  /** What the client has been told, as it will send it back. */
  get shown(): readonly Message[] {
    return this.#shown.end().messages;
  }

  /** Whether it is a list of answers, as Gemini streams them where no event stream was asked for. */
  #keepBody(): boolean {
    const body = parseJson(this.#takeRest());
    for (const one of isList(body) ? body : [body]) if (isObject(one)) this.#bodies.push(one);
    return isList(body);
  }

  #pass(text: string): string {
    const said = dataOf(text);
    const value = said === '' ? undefined : parseJson(said);
    const data = isObject(value) ? value : null;
    if (this.#held.length > 0 || (data !== null && this.#screen.ends(data))) {
      this.#held.push({ text, data });
      return '';
    }
    return data === null ? text : this.#shownText(text, data);
  }

  #shownText(text: string, data: JsonObject): string {
    const shown = this.#screen.show(data);
    return shown === null ? '' : shown === data ? text : written(shown, text);
  }

  #endText(text: string, data: JsonObject, ended: (end: JsonObject) => JsonObject): string {
    const shown = this.#screen.show(data);
    if (shown === null) return '';
    const end = ended(shown);
    return end === data ? text : written(end, text);
  }

  #tell(text: string): string {
    this.#shown.push(text);
    return text;
  }
}

function dataOf(block: string): string {
  return block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5))
    .join('\n');
}

/** An event with other data, under the name it had. */
function written(data: JsonObject, block = ''): string {
  const name = /^event:[^\n]*\n/m.exec(block)?.[0] ?? '';
  return `${name}data: ${JSON.stringify(data)}\n\n`;
}
