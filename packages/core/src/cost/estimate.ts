import type { FlatAsk } from '../ask.ts';
import { promptOf } from '../ask-answers.ts';
import { dryRun } from '../condense.ts';
import { condenseLoop, type Outcome } from '../condense-loop.ts';
import type { Counter } from '../counter.ts';
import { expectedBeside } from '../kept-beside.ts';
import type { Plan } from '../plan.ts';
import { accountingOf, costOf } from './price.ts';
import type { PricedProfile } from './profile.ts';

/** What a run would come to, before anything is paid. */
export interface Estimate {
  readonly outcome: Outcome;
  readonly asks: readonly FlatAsk[];
  /** Tokens sent to and expected from the summarizer. */
  readonly input: number;
  readonly output: number;
  /** Tokens of the largest ask with its answer, and of the longest answer: what a summarizer must take. */
  readonly largest: number;
  readonly longest: number;
  /** Dollars if every answer has the length that is expected; 0 without a priced summarizer. */
  readonly cost: number;
}

/** Per-call wrapping a provider adds to a prompt. */
const CALL_FRAME = 9;

/** A dry run with its asks priced: every call of every pass is in it. */
export function estimateRun(plan: Plan, summarizer?: PricedProfile): Estimate {
  const asks: FlatAsk[] = [];
  const outcome = dryRun(condenseLoop(plan), (batch) => {
    for (const ask of batch) asks.push(ask);
  });
  const input = asks.reduce((sum, ask) => sum + promptTokens(ask, plan.count) + CALL_FRAME, 0);
  const output = asks.reduce((sum, ask) => sum + ask.expected, 0);
  return {
    outcome,
    asks,
    input,
    output,
    largest: asks.reduce((most, ask) => Math.max(most, ask.tokens + ask.maxTokens), 0),
    longest: asks.reduce((most, ask) => Math.max(most, ask.maxTokens), 0),
    cost: summarizer === undefined ? 0 : costOf({ input, output }, summarizer.price, accountingOf(summarizer.provider)),
  };
}

/** A longer prompt is counted by samples, so that an estimate does not take longer than the run it is made of. */
const COUNTED_WHOLE = 60_000;
const SAMPLES = 15;

/** Tokens of a prompt. An ask's own figure is a bound from above; it stands where the material is still to be answered. */
function promptTokens(ask: FlatAsk, count: Counter): number {
  if (ask.material.trim() === '') return ask.tokens;
  const beside = expectedBeside(ask.beside ?? 0);
  const prompt = promptOf({ ...ask, beside: 0 });
  if (prompt.length <= COUNTED_WHOLE) return Math.min(ask.tokens, count.text(prompt) + beside);
  const size = COUNTED_WHOLE / SAMPLES;
  const step = (prompt.length - size) / (SAMPLES - 1);
  let tokens = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const from = Math.floor(sample * step);
    tokens += count.text(prompt.slice(from, from + size).toWellFormed());
  }
  return Math.min(ask.tokens, Math.ceil((tokens * prompt.length) / COUNTED_WHOLE) + beside);
}
