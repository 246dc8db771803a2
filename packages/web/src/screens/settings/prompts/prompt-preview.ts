import { budgetOf, condenseLoop, dryRun, type FlatAsk, type JsonObject, type Message, planFor, promptOf } from '@tenfold/core';

/** What a model would be asked. */
export interface PromptPreview {
  readonly text: string;
  readonly tokens: number;
  /** How many questions there are in all. */
  readonly asks: number;
}

/** So small a budget that everything but the recent messages is due. */
const TIGHT = 4_000;
const WIDE_WINDOW = 1_000_000;

/** The very question a summary of these messages begins with; null where there is nothing old enough to summarize. */
export function promptPreview(messages: readonly Message[], config: JsonObject): PromptPreview | null {
  const asks: FlatAsk[] = [];
  const plan = planFor(messages, {
    strategy: 'native',
    config,
    force: true,
    budget: budgetOf(TIGHT),
    summarizerWindow: WIDE_WINDOW,
  });
  dryRun(condenseLoop(plan), (seen) => asks.push(...seen));
  const [first] = asks;
  return first === undefined ? null : { text: promptOf(first), tokens: first.tokens, asks: asks.length };
}
