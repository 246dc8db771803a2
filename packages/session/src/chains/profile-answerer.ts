import type { CondenseOptions } from '@tenfold/core';
import type { Dependencies } from '../dependencies.ts';
import { answerAsk } from '../folding/answer-ask.ts';
import { summarizerOf } from '../folding/summarizers.ts';
import { reasonOf } from '../log.ts';
import type { Chooser } from '../settings/choices.ts';

/** Milliseconds an ask may take. */
const DEADLINE_MS = 60_000;

/** What an answerer needs. */
interface AnswererParts extends Pick<Dependencies, 'store' | 'log' | 'meter' | 'now' | 'monotonic'> {
  readonly chooser: Chooser;
  readonly send: typeof fetch;
}

/** Answers asks with the model of a profile. One that is gone or cannot be opened is an answer that failed, as any other. */
export function profileAnswerer(parts: AnswererParts, id: string): NonNullable<CondenseOptions['answer']> {
  const { store, log, meter, now, monotonic, chooser, send } = parts;
  const open = async () => summarizerOf(store, await chooser.profile(id), now());
  return async (ask) => {
    const summarizer = await open().catch((error: unknown) => {
      log.warn('summarizer-missing', { profile: id, reason: reasonOf(error) });
      throw error;
    });
    const deadline = monotonic() + DEADLINE_MS;
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const answer = await answerAsk(ask, [summarizer], { store, meter, now, monotonic, send, signal, deadline });
    if (!answer?.ok) throw new Error(answer?.error ?? 'no answer');
    return answer;
  };
}
