import { type FlatAsk, promptOf, type Usage } from '@tenfold/core';
import { generateText, type LanguageModelUsage } from 'ai';
import { soundUsage } from '../meter.ts';
import type { Endpoint } from './endpoint.ts';
import { temperatureFor } from './send-rules.ts';
import { upstreamFor, withRetries } from './upstream.ts';
import { usageOf } from './usage.ts';

/** How an ask is sent. */
export interface AskTerms {
  readonly signal: AbortSignal;
  readonly send?: typeof fetch;
  /** Tokens the model can give at most. */
  readonly maxOutput?: number;
}

/** What a model said to an ask, and what was billed, as the SDK and as its provider counts it. */
export interface AskedText {
  readonly text: string;
  /** The model by its own word. */
  readonly model: string;
  readonly usage: LanguageModelUsage;
  readonly billed: Usage | null;
}

const RETRY = { tries: 3, pauseMs: 400, longestMs: 20_000 };
/** An answer may be a little longer than asked before it is cut. */
const OUTPUT_SLACK = 1.5;

/** Asks the model behind an endpoint once, and again where that can help. */
export async function askEndpoint(ask: FlatAsk, endpoint: Endpoint, terms: AskTerms): Promise<AskedText> {
  const { signal, send, maxOutput = Number.POSITIVE_INFINITY } = terms;
  const prompt = promptOf(ask);
  const call = async () =>
    generateText({
      model: await upstreamFor(endpoint, send),
      prompt,
      maxOutputTokens: Math.min(maxOutput, Math.ceil(ask.maxTokens * OUTPUT_SLACK) + 64),
      ...temperatureFor(endpoint.model, 0.3),
      maxRetries: 0,
      abortSignal: signal,
      providerOptions: { openai: { store: false } },
    });
  const { text, response, usage: told } = await withRetries(call, { ...RETRY, signal });
  const usage = soundUsage(told);
  return { text, usage, model: response.modelId, billed: usageOf(usage, endpoint.provider) };
}
