import type { FlatAsk } from './ask.ts';
import type { Budget } from './budget.ts';
import type { Conversation } from './conversation.ts';
import type { Counter } from './counter.ts';
import type { Hash } from './hash.ts';
import type { Pass } from './pass.ts';
import type { EntryId } from './transcript.ts';

/** A run to be made: what to fold, by which passes, how far. */
export interface Plan {
  readonly conversation: Conversation;
  readonly strategy: { readonly id: string; readonly name: string };
  readonly passes: readonly Pass[];
  readonly budget: Budget;
  readonly count: Counter;
  /** Tokens at which a run is content; the budget's goal when not given. */
  readonly goal?: number;
  /** True where the goal is a target somebody set: it is spent, and told when it was not met. */
  readonly spend?: boolean;
  /** Tokens the request must come under, by the floor if need be; null when failing to get there is no harm. */
  readonly limit: number | null;
  /** Tokens the summarizer's window takes for instructions and material. */
  readonly askRoom: number;
  /** A run that gains less is not worth a broken cache; 2 % of the request when not given. */
  readonly leastGain?: number;
  readonly sent?: EntryId | null;
  readonly hash?: Hash;
  /** Answers an ask without a model when the host could not. */
  readonly fallback?: (ask: FlatAsk) => string | null;
  /** What to run instead when a pass of the strategy throws. */
  readonly rescue?: { readonly name: string; readonly passes: readonly Pass[] };
  /** What had to be put right before the run; they open the report's warnings. */
  readonly notes?: readonly string[];
}
