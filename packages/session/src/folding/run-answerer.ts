import type { Dependencies } from '../dependencies.ts';
import type { Answerer } from '../engine/opened-plan.ts';
import type { Choices, Chooser } from '../settings/choices.ts';
import { answerAsk } from './answer-ask.ts';
import { type Summarizer, summarizersFor } from './summarizers.ts';

/** A summarizer that failed, and the other that was paid instead. */
export interface Replacement {
  readonly failed: string;
  readonly reason: string;
  readonly by: string;
}

/** Answers the asks of one run, and keeps the bill. */
export interface RunAnswerer {
  /** Null where no model is set up: the embedded summarizer is no makeshift then but the one that answers. */
  readonly answer: Answerer | null;
  /** Dollars paid so far; null where a price is not known. */
  cost(): number | null;
  replacements(): readonly Replacement[];
}

/** What a run's asks are answered with. */
interface AnswererParts {
  readonly chooser: Chooser;
  readonly choices: Choices;
  /** Who is asked where an ask names no profile. */
  readonly summarizers: readonly Summarizer[];
  readonly send: typeof fetch;
  readonly fast: boolean;
  readonly signal: AbortSignal;
  /** When, by the monotonic clock, the run must be done. */
  readonly deadline: number;
  readonly salt?: string;
}

/** The answerer of a run. */
export function createRunAnswerer(
  deps: Pick<Dependencies, 'store' | 'log' | 'meter' | 'now' | 'monotonic'>,
  { chooser, choices, summarizers, fast, ...terms }: AnswererParts,
): RunAnswerer {
  const bill: (number | null)[] = [];
  const replaced = new Map<string, Replacement>();
  const answer: Answerer = async (ask) => {
    const named = ask.profile;
    const asked = named === undefined ? summarizers : await summarizersFor(deps, chooser, choices, { fast, named });
    return answerAsk(ask, asked, {
      ...deps,
      ...terms,
      paid: (dollars) => void bill.push(dollars),
      replaced: (failed, reason, by) => void replaced.set(`${failed} ${by}`, { failed, reason, by }),
    });
  };
  return {
    answer: summarizers.length === 0 ? null : answer,
    cost: () => bill.reduce((sum, paid) => (sum === null || paid === null ? null : sum + paid), 0),
    replacements: () => [...replaced.values()],
  };
}
