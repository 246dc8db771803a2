import { type Answer, accountingOf, costOf, type FlatAsk } from '@tenfold/core';
import { sha256, type Traced, tracing } from '@tenfold/store';
import type { Dependencies } from '../dependencies.ts';
import { reasonOf } from '../log.ts';
import { askEndpoint } from '../upstream/ask-endpoint.ts';
import { CallFailed } from '../upstream/upstream.ts';
import type { Summarizer } from './summarizers.ts';

/** What answering asks shares over a run. */
export interface AnswerTerms extends Pick<Dependencies, 'store' | 'meter' | 'now' | 'monotonic'> {
  readonly send: typeof fetch;
  /** Ends all calls: the run was cancelled. */
  readonly signal: AbortSignal;
  /** When, by the monotonic clock, the run must be done. */
  readonly deadline: number;
  /** Makes answers of this run its own, so that a text can be asked for anew. */
  readonly salt?: string;
  /** Called with what a call cost; null where its price is not known. */
  paid?(dollars: number | null): void;
  /** Called where a summarizer failed and another answered in its stead. */
  replaced?(failed: string, reason: string, by: string): void;
}

/** Share of the time that is left which a summarizer gets while another stands behind it. */
const FIRST_SHARE = 0.6;

/** Has an ask answered by the first summarizer that can, within the deadline. Answers are kept and never paid for twice. */
export function answerAsk(ask: FlatAsk, summarizers: readonly Summarizer[], terms: AnswerTerms): Promise<Answer> {
  const traced: Traced = { name: 'ask', attributes: { maxTokens: ask.maxTokens } };
  return tracing.tracePromise(async () => {
    const answer = await askEach(ask, summarizers, terms);
    traced.attributes.isAnswered = answer?.ok === true;
    return answer;
  }, traced);
}

async function askEach(ask: FlatAsk, summarizers: readonly Summarizer[], terms: AnswerTerms): Promise<Answer> {
  const errors: [name: string, reason: string][] = [];
  for (const [index, summarizer] of summarizers.entries()) {
    const left = terms.deadline - terms.monotonic();
    if (left <= 0) {
      errors.push(['', 'there was no time left']);
      break;
    }
    const share = index < summarizers.length - 1 ? left * FIRST_SHARE : left;
    try {
      const answer = await askOne(ask, summarizer, Math.ceil(share), terms);
      for (const [name, reason] of errors) terms.replaced?.(name, reason, summarizer.profile.name);
      return answer;
    } catch (error) {
      if (terms.signal.aborted) throw error;
      errors.push([summarizer.profile.name, failureText(error)]);
    }
  }
  return { ok: false, error: errors.map((error) => error.filter(Boolean).join(': ')).join('; ') || 'no model is set up' };
}

async function askOne(ask: FlatAsk, summarizer: Summarizer, timeoutMs: number, terms: AnswerTerms): Promise<Answer> {
  const { store, now } = terms;
  const { profile, maxOutput } = summarizer;
  const hash = sha256([ask.key, profile.modelId, terms.salt ?? ''].join('\n'));
  const known = await store.answers.get(hash);
  if (known !== null) return { ok: true, text: known.text, by: known.by };
  const signal = AbortSignal.any([terms.signal, AbortSignal.timeout(timeoutMs)]);
  const { text, usage, billed } = await askEndpoint(ask, profile.endpoint, { signal, send: terms.send, maxOutput });
  terms.meter.spend(usage);
  terms.paid?.(
    billed === null || profile.price === null ? null : costOf(billed, profile.price, accountingOf(profile.endpoint.provider)),
  );
  if (text.trim() === '') throw new Error('the answer was empty');
  await store.answers.put({ hash, text, by: profile.name, usage: billed, at: now() });
  return { ok: true, text, by: profile.name, ...(billed === null ? {} : { usage: billed }) };
}

function failureText(error: unknown): string {
  if (error instanceof CallFailed && error.failure.kind === 'stopped') return 'it took too long';
  // It stands within a sentence that has its own full stop.
  return reasonOf(error).replace(/(?<![.\s])[.\s]+$/, '');
}
