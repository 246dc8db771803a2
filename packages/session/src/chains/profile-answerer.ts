import type { CondenseOptions } from '@tenfold/core';
import type { Dependencies } from '../dependencies.ts';
import { answerAsk } from '../folding/answer-ask.ts';
import { summarizerOf } from '../folding/summarizers.ts';
import type { Chooser } from '../settings/choices.ts';

/** Milliseconds an ask may take. */
const DEADLINE_MS = 60_000;

/** Answers asks with the model of a profile. */
export async function profileAnswerer(
  { deps, chooser, send }: { deps: Dependencies; chooser: Chooser; send: typeof fetch },
  id: string,
): Promise<NonNullable<CondenseOptions['answer']>> {
  const summarizer = await summarizerOf(deps.store, await chooser.profile(id), deps.now());
  return async (ask) => {
    const deadline = deps.monotonic() + DEADLINE_MS;
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const { store, meter, now, monotonic } = deps;
    const answer = await answerAsk(ask, [summarizer], { store, meter, send, now, monotonic, signal, deadline, paid: () => {} });
    if (!answer?.ok) throw new Error(answer?.error ?? 'no answer');
    return answer;
  };
}
