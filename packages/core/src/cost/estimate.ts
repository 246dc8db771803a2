import type { FlatAsk } from '../ask.ts';
import { condenseLoop, type Outcome } from '../condense.ts';
import { dryRun } from '../one-call.ts';
import type { Plan } from '../plan.ts';
import { accountingOf, costOf } from './price.ts';
import type { PricedProfile } from './profile.ts';

/** What a run would come to, before anything is paid. */
export interface Estimate {
  readonly outcome: Outcome;
  readonly asks: readonly FlatAsk[];
  /** Tokens sent to and expected from the summariser. */
  readonly input: number;
  readonly output: number;
  /** Dollars if every answer has the length that is expected; 0 without a priced summariser. */
  readonly cost: number;
}

/** Per-call wrapping a provider adds to a prompt. */
const CALL_FRAME = 9;

/** A dry run with its asks priced: every call of every pass is in it. */
export function estimateRun(plan: Plan, summarizer?: PricedProfile): Estimate {
  const asks: FlatAsk[] = [];
  const outcome = dryRun(condenseLoop(plan), (batch) => asks.push(...batch));
  const input = asks.reduce((sum, ask) => sum + ask.tokens + CALL_FRAME, 0);
  const output = asks.reduce((sum, ask) => sum + ask.expected, 0);
  return {
    outcome,
    asks,
    input,
    output,
    cost: summarizer === undefined ? 0 : costOf({ input, output }, summarizer.price, accountingOf(summarizer.provider)),
  };
}
