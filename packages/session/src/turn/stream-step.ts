import type { LanguageModelV4 } from '@ai-sdk/provider';
import { formatCount, type Json, type JsonObject, type Message, type Part } from '@tenfold/core';
import { aiSdk, decodeModelMessage } from '@tenfold/dialects';
import { isStepCount, type LanguageModelUsage, streamText } from 'ai';
import { AnswerEndless } from '../upstream/answer-endless.ts';
import { ModelSilent } from '../upstream/model-silent.ts';
import type { Prompt } from '../upstream/prompt.ts';
import type { AnswerDraft } from './answer-draft.ts';
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
  readonly draft: AnswerDraft;
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
    super('The answer was cut off before its end.');
  }
}

/** Letters a token may have at most, on the whole: the longest words of code, and blank space. */
const LETTERS_A_TOKEN = 40;
/** No answer of any model is longer, whatever was asked for. */
const MAX_LETTERS = 16_000_000;

// The SDK would print its warnings to the console.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** Calls a model for one step and says what comes as it comes. Throws what the provider did wrong; what came by then is in the draft. */
export async function streamStep(step: Step): Promise<StepAnswer> {
  const { model, prompt, maxOutputTokens, temperature, signal, idleTimeoutMs, draft, emit } = step;
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
  const grow = (more: string) => {
    letters += more.length;
    if (letters > most) throw new AnswerEndless(`${formatCount(most)} letters`);
  };
  let usage: LanguageModelUsage | undefined;
  let reason: string | undefined;
  let calls = false;
  try {
    for await (const part of result.stream) {
      timer.refresh();
      if (part.type === 'text-delta') {
        grow(part.text);
        draft.add('text', part.id, part.text);
        emit({ type: 'text', id: part.id, delta: part.text });
      } else if (part.type === 'reasoning-delta') {
        grow(part.text);
        draft.add('reasoning', part.id, part.text);
        emit({ type: 'reasoning', id: part.id, delta: part.text });
      } else if (part.type === 'tool-input-delta') grow(part.delta);
      else if (part.type === 'tool-call') {
        calls = true;
        // Not everybody sends it in pieces.
        grow(JSON.stringify(part.input ?? null));
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
  if (usage === undefined || isCut(reason, usage)) throw new AnswerCut();
  const { messages } = await result.response;
  return { messages: readMessages(messages), usage, calls };
}

/** Providers tell a broken stream in their own ways; one that ends for no reason and without a bill is one too. */
function isCut(reason: string | undefined, { outputTokens }: LanguageModelUsage): boolean {
  if (reason === undefined || reason === 'interrupted' || reason === 'error') return true;
  return reason === 'other' && outputTokens === undefined;
}

/** The SDK's messages as ours. */
function readMessages(messages: readonly unknown[]): readonly Message[] {
  const read: Message[] = [];
  for (const message of messages) {
    const { role, parts } = decodeModelMessage(JSON.parse(JSON.stringify(message)) as Json);
    const kept = parts.map(tidied).filter((part) => part !== null);
    if (kept.length > 0) read.push({ role, parts: kept });
  }
  return read;
}

/**
 * A part without what is of no use to a request that carries everything itself: names of stored items at OpenAI, and all that a provider's
 * library notes for itself at the start of a message (null). Signatures of thinking are.
 */
function tidied(part: Part): Part | null {
  if (part.type === 'opaque') {
    const value = part.value as JsonObject | null;
    return value?.type === 'custom' && String(value.kind).endsWith('.message_start') ? null : part;
  }
  if (part.type === 'reasoning' || part.extra === undefined) return part;
  const fields = (part.extra[aiSdk.id] as { fields?: JsonObject } | undefined)?.fields ?? {};
  const { openai: _openai, azure: _azure, ...options } = (fields.providerOptions ?? {}) as JsonObject;
  const { extra: _all, ...bare } = part;
  return Object.keys(options).length === 0 ? bare : { ...bare, extra: { [aiSdk.id]: { fields: { providerOptions: options } } } };
}
