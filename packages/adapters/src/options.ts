import {
  type AnsweredText,
  type AnyStrategy,
  type Budget,
  type BudgetSettings,
  budgetFor,
  budgetOf,
  type CondenseOptions,
  promptOf,
  type Report,
} from '@tenfold/core';
import type { FoldStore } from './fold-store.ts';
import type { Recall } from './recall.ts';

/** Answers what a strategy asks for: a model's words. */
export type Answerer = NonNullable<CondenseOptions['answer']>;

/**
 * A model as what answers asks. It may write half as much again as is asked for: it counts in its own way, and what is too long is
 * cut later. An empty answer is none.
 */
export function answererBy(call: (prompt: string, maxTokens: number) => Promise<AnsweredText>): Answerer {
  return async (ask) => {
    const answered = await call(promptOf(ask), Math.ceil(ask.maxTokens * 1.5) + 64);
    if (answered.text.trim() === '') throw new Error('the answer was empty');
    return answered;
  };
}

/** How every adapter can be told to work; all of it is optional. */
export interface TenfoldOptions {
  /** `provider:model` whose limits and counter hold; what the framework calls its model when not given. */
  readonly model?: string;
  /** Tokens a request may have; what the model's limits leave when not given. */
  readonly room?: number;
  /** When folding starts; at 80 % of room when not given. */
  readonly trigger?: { readonly tokens: number } | { readonly fraction: number };
  /** Recent messages that stay as they are. */
  readonly keep?: { readonly tokens: number };
  /** Name of a strategy, or one of your own; Native when not given. */
  readonly strategy?: string | AnyStrategy;
  readonly config?: object;
  /** Who writes summaries: the model that is being called, or a function; without a model when not given. */
  readonly summarizer?: 'model' | Answerer;
  /** Where settled folds are kept; in memory when not given. */
  readonly store?: FoldStore;
  /** Tells conversations with equal beginnings apart, as of two people: names of one mean nothing to the other. */
  readonly conversation?: string;
  /** Shown the conversation, so that its tools can look up what was folded: one for each conversation. */
  readonly recall?: Recall;
  /** Told of every fold. */
  readonly onReport?: (told: FoldReport) => void;
}

/** What a fold came to. */
export interface FoldReport {
  /** `refused` where the model had found the request too long. */
  readonly trigger: 'full' | 'refused';
  readonly report: Report;
  /** The same in words. */
  readonly text: string;
}

/** Percent of room at which a request waits for its fold, at least. */
const HARD = 95;

/** The limits of a call. `most` is what the model turned out to take at most. */
export function budgetForCall({ room, trigger, keep }: TenfoldOptions, model: string, most = Number.POSITIVE_INFINITY): Budget {
  const of = (settings: BudgetSettings) => {
    const budget = room === undefined ? budgetFor(model, settings) : budgetOf(room, settings);
    return budget.room <= most ? budget : budgetOf(most, settings);
  };
  if (trigger === undefined && keep === undefined) return { ...of({}), model };
  const percent = trigger === undefined ? undefined : percentOf(trigger, of({}).room);
  const session = {
    ...(percent === undefined ? {} : { soft: percent, hard: Math.max(percent, HARD) }),
    ...(keep === undefined ? {} : { retention: keep.tokens }),
  };
  return { ...of({ session }), model };
}

function percentOf(trigger: NonNullable<TenfoldOptions['trigger']>, room: number): number {
  const percent = 'fraction' in trigger ? trigger.fraction * 100 : (trigger.tokens / room) * 100;
  if (percent >= 5 && percent <= 100) return percent;
  throw new RangeError(
    `trigger is ${JSON.stringify(trigger)}, which is ${Math.round(percent)} % of the room of ${room} tokens. Give between 5 and 100 %.`,
  );
}
