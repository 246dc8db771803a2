import type { LanguageModelV4 } from '@ai-sdk/provider';
import { formatCount, type Json, type JsonObject, type Message, type Part } from '@tenfold/core';
import { aiSdk, decodeModelMessage } from '@tenfold/dialects';
import type { PendingId } from '@tenfold/store';
import { isStepCount, type LanguageModelUsage, streamText } from 'ai';
import type { LoadedSession } from '../conversation/load-session.ts';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import { soundUsage } from '../meter.ts';
import { AnswerEndless } from '../upstream/answer-endless.ts';
import { ANSWER_CUT } from '../upstream/failure.ts';
import { ModelSilent } from '../upstream/model-silent.ts';
import type { Prompt } from '../upstream/prompt.ts';
import type { TurnEvent } from './turn-event.ts';

/** One call of a model. */
export interface Step {
  readonly model: LanguageModelV4;
  readonly prompt: Prompt;
  readonly maxOutputTokens: number | null;
  readonly temperature?: number;
  readonly signal: AbortSignal;
  /** Milliseconds of idle after which the call is given up. */
  readonly idleTimeoutMs: number;
  readonly partial: PartialAnswer;
  emit(event: TurnEvent): void;
}

/** What a call came to. */
export interface StepAnswer {
  /** The model's message, and results of calls that could not be made. */
  readonly messages: readonly Message[];
  readonly usage: LanguageModelUsage;
  /** Whether it calls tools. */
  readonly calls: boolean;
}

/** The stream ended before the answer did. */
class AnswerCut extends Error {
  override readonly name = 'AnswerCut';
  constructor() {
    super(ANSWER_CUT);
  }
}

/** Letters a token may have at most, on the whole: the longest words of code, and blank space. */
const LETTERS_A_TOKEN = 40;
/** No answer of any model is longer, whatever was asked for. */
const MAX_LETTERS = 16_000_000;
/** Nor has one more parts and calls: thousands of empty ones would take minutes to put together. */
const MAX_PARTS = 2_000;
const BEGINS: readonly string[] = ['text-start', 'reasoning-start', 'tool-input-start', 'tool-call', 'source', 'file'];

/** Calls a model for one step and says what comes as it comes. Throws what the provider did wrong; what came by then is in the partial answer. */
export async function streamStep(step: Step): Promise<StepAnswer> {
  const { model, prompt, maxOutputTokens, temperature, signal, idleTimeoutMs, partial, emit } = step;
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(), idleTimeoutMs);
  // Whoever stops listening hangs up too.
  const ended = new AbortController();
  const result = streamText({
    model,
    ...prompt,
    stopWhen: isStepCount(1),
    maxRetries: 0,
    ...(maxOutputTokens === null ? {} : { maxOutputTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    abortSignal: AbortSignal.any([signal, idle.signal, ended.signal]),
    providerOptions: { openai: { store: false } },
    onError: () => {},
  });
  const most = Math.min(MAX_LETTERS, ((maxOutputTokens ?? MAX_LETTERS) + 1_000) * LETTERS_A_TOKEN);
  let letters = 0;
  let parts = 0;
  let usage: LanguageModelUsage | undefined;
  let reason: string | undefined;
  let calls = false;
  let isWordsOnly = true;
  try {
    for await (const part of result.stream) {
      timer.refresh();
      // What a provider has notes of is more than its words.
      const isNoted = part.type.startsWith('text-') && 'providerMetadata' in part && part.providerMetadata !== undefined;
      isWordsOnly &&= OF_WORDS.includes(part.type) && !isNoted;
      // Not everybody sends the input of a call in pieces.
      if (part.type === 'tool-call') letters += JSON.stringify(part.input ?? null).length;
      else if (part.type === 'tool-input-delta') letters += part.delta.length;
      else if (part.type === 'text-delta' || part.type === 'reasoning-delta') letters += part.text.length;
      if (letters > most) throw new AnswerEndless(`${formatCount(most)} letters`);
      if (BEGINS.includes(part.type) && ++parts > MAX_PARTS) throw new AnswerEndless(`${formatCount(MAX_PARTS)} parts`);
      if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
        const { id, text: delta } = part;
        const type = part.type === 'text-delta' ? 'text' : 'reasoning';
        partial.add(type, id, delta);
        emit({ type, id, delta });
      } else if (part.type === 'tool-call') {
        calls = true;
        emit({ type: 'tool-call', id: part.toolCallId, name: part.toolName, input: (part.input ?? null) as JsonObject });
      } else if (part.type === 'finish-step') {
        usage = part.usage;
        reason = part.finishReason;
      } else if (part.type === 'error') throw part.error;
      else if (part.type === 'abort') break;
    }
  } catch (error) {
    ended.abort();
    if (idle.signal.aborted) throw new ModelSilent(idleTimeoutMs / 1_000);
    throw error;
  } finally {
    clearTimeout(timer);
  }
  if (idle.signal.aborted) throw new ModelSilent(idleTimeoutMs / 1_000);
  signal.throwIfAborted();
  // Providers tell a broken stream in their own ways; one that ends for no reason and without a bill is one too.
  const isCut = reason === 'interrupted' || reason === 'error' || (reason === 'other' && usage?.outputTokens === undefined);
  if (usage === undefined || reason === undefined || isCut) throw new AnswerCut();
  const messages = isWordsOnly ? partial.words() : readMessages((await result.response).messages);
  return { messages, usage: soundUsage(usage), calls };
}

/** What may come of an answer that is nothing but words: it is whole in the partial answer. */
const OF_WORDS: readonly string[] = ['start', 'start-step', 'text-start', 'text-delta', 'text-end', 'finish-step', 'finish'];

/** The SDK's messages as ours. */
function readMessages(messages: readonly unknown[]): readonly Message[] {
  const read: Message[] = [];
  for (const message of messages) {
    const { role, parts } = decodeModelMessage(JSON.parse(JSON.stringify(message)) as Json);
    const kept = parts.flatMap(tidied);
    if (kept.length > 0) read.push({ role, parts: kept });
  }
  return read;
}

/**
 * A part without what is of no use to a request that carries everything itself: names of stored items at OpenAI, and all that a provider's
 * library notes for itself at the start of a message. Signatures of thinking are.
 */
function tidied(part: Part): Part | [] {
  if (part.type === 'opaque') {
    const value = part.value as JsonObject | null;
    return value?.type === 'custom' && String(value.kind).endsWith('.message_start') ? [] : part;
  }
  if (part.type === 'reasoning' || part.extra === undefined) return part;
  const fields = (part.extra[aiSdk.id] as { fields?: JsonObject } | undefined)?.fields ?? {};
  const { openai: _openai, azure: _azure, ...options } = (fields.providerOptions ?? {}) as JsonObject;
  const { extra: _all, ...bare } = part;
  return Object.keys(options).length === 0 ? bare : { ...bare, extra: { [aiSdk.id]: { fields: { providerOptions: options } } } };
}

/** How long what has come of an answer may stand unstored: a shorter answer is stored once, when it is complete. */
const WITHIN_MS = 250;

/** An answer as it grows: what has come is stored soon after, also where nothing follows it, so that a crash loses next to nothing. */
export class PartialAnswer {
  readonly #deps: Pick<Dependencies, 'store' | 'now' | 'log' | 'lease'>;
  /** The row it is stored in. */
  pending: PendingId;
  #parts: { type: 'text' | 'reasoning'; id: string; text: string }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();
  /** True while its row is there. */
  isStored = false;
  /** What the model was shown for it. */
  asked: LoadedSession | null = null;

  constructor(deps: Pick<Dependencies, 'store' | 'now' | 'log' | 'lease'>, pending: PendingId) {
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
    this.#parts = [];
  }

  /** True once anything has come. */
  get begun(): boolean {
    return this.#parts.some(({ text }) => text !== '');
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

  /** The words that have come, as a message; none where there are none. */
  words(): readonly Message[] {
    const parts: Part[] = [];
    for (const { type, text } of this.#parts) if (type === 'text' && text !== '') parts.push({ type, text });
    return parts.length === 0 ? [] : [{ role: 'assistant', parts }];
  }

  /** What has come so far: its words, and only where there are none yet its thinking, which cannot go back to its model. */
  message(): Message {
    const [words] = this.words();
    return words ?? { role: 'assistant', parts: this.#parts.map(({ type, text }) => ({ type, text: text.toWellFormed() })) };
  }

  async #store(): Promise<void> {
    const { store, now, log, lease } = this.#deps;
    if (!this.isStored || !this.begun) return;
    try {
      await store.pending.write({ id: this.pending, lease }, this.message(), now());
    } catch (error) {
      log.warn('partial-answer-not-stored', { pending: this.pending, reason: reasonOf(error) });
    }
  }
}
